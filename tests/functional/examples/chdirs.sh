# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/chdirs.d -c "act mkdir:below chdir:below chdir:nowhere chdir:/" | rows act
