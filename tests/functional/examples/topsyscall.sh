# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/topsyscall.d 2 1 -c "act setgid:0*100000 forever" > all
grep -c setgid all
grep -cE ' [0-9]+$' all
