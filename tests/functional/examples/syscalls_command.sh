# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
wrapper syscalls -c "act ppid*500 setgid:-1*7" | squeeze | grep -E 'getppid|setgid'
wrapper syscalls -e -c "act ppid*500 setgid:-1*7" | squeeze | grep setgid
wrapper syscalls -b program -r 1 -c "act ppid*500" | squeeze | awk '{ print $1, ($2 > 500) }'
wrapper syscalls -t -r 1 -c "act ppid sleep:900000" | squeeze | awk '{ print $1, ($2 > 900000000) }'
# output:
# setgid 7
# getppid 500
# setgid 7
# act 1
# clock_nanosleep 1
