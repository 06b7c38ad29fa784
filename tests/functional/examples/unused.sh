# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/unused.d -c "act umask:1*10 ppid*10" > all
[ "$(awk '{ print $1 }' all)" -ge 2 ] && squeeze < all | sed 's/^[0-9]*/N/'
