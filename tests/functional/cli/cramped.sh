# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# An ordinary user without /proc and /sys, and with low limits.
. "$SRCDIR/_common.sh"
unprivileged true
program='BEGIN { self->x = "a"; a[1] = self->x; @[a[1]] = sum(timestamp >> 63); n = 3; }
	tick-1ms /--n == 0/ { printf("%s\n", a[1]); exit(0); }'
without() { # DIRECTORIES, COMMAND...
	unshare -m sh -c 'for d in $1; do mount -t tmpfs none $d || exit; done; shift; exec "$@"' sh "$@"
}
limited() { # LIMIT, COMMAND...
	(ulimit $1 && shift && unprivileged env LD_LIBRARY_PATH=. "$@")
}
traced() { show "$@" ./dtrace -qn "$program" | sed '1s/ .\/dtrace.*//; s/map [0-9]*/map N/; /^\r\?$/d'; }
export LD_LIBRARY_PATH=.
traced without "/proc /sys" setpriv --reuid=65534 --regid=65534 --clear-groups
for limit in '-l 0' '-s 64' '-n 8' '-n 4'; do
	traced limited "$limit"
done
traced limited '-v 30000'
# output:
# $ without /proc /sys setpriv --reuid=65534 --regid=65534 --clear-groups
# a
#   a                                                                 0
# [0]
# $ limited -l 0
# a
#   a                                                                 0
# [0]
# $ limited -s 64
# a
#   a                                                                 0
# [0]
# $ limited -n 8
# a
#   a                                                                 0
# [0]
# $ limited -n 4
# 2> dtrace: create a descriptor to wait for: Too many open files (the limit is too low: ulimit -n)
# [1]
# $ limited -v 30000
# 2> dtrace: could not enable tracing: map N bytes for programs: Cannot allocate memory (a smaller -b, -x dynvarsize or -x aggsize, or a higher ulimit -v, may help)
# [1]
