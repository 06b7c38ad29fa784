# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/opensnoop.d -c "act create:made open:made*2 open:/nowhere/at/all" | squeeze |
	grep -E 'EXEC|made|nowhere' | mask 2
