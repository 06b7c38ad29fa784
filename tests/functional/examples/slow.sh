# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/slow.d 1900 -c "act as:sleepy sleep:2000 ppid sleep:3000" | rows sleepy | grep nanosleep | mask 2 4
