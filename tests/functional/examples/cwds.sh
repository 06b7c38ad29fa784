# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/cwds.d -c "act open:near chdir:/usr open:share/doc" | grep ^act | sed "s|$(realpath .)|HERE|"
