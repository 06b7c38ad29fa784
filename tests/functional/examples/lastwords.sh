# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/lastwords.d doomed -c "act cpu:0 as:doomed read:10*10000 umask:7 uname" | squeeze | tail -3 | sed -E 's/0x[0-9a-f]{3,}/ADDR/g' |
	sed -E 's/((umask\(0x7|exit_group\(0x0)), .*/\1)/'
# output:
# umask(0x7)
# uname(ADDR, ADDR, 0x0)
# exit_group(0x0)
