# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/openflags.d -c "act create:data file:data open:data" | grep '^data' | squeeze
