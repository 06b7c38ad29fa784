# SPDX-License-Identifier: BSD-2-Clause
# Programs of other kinds: without PIE, static, static-pie, musl. The placer's user need not be root.
# timeout: 240
tests=${DTRACE%/*}/tests
source=../../place/target.c
compile() { # NAME COMPILER FLAG...
	name=$1 cc=$2
	shift 2
	command -v "$cc" >/dev/null || cc=cc
	"$cc" -D_GNU_SOURCE -O2 "$@" -o "$TMPDIR/$name" "$source" -pthread || exit 1
}
cycles() { # NAME FLAGS
	printf '%s: ' "$1"
	"$tests/place-driver" cycles "$TMPDIR/$1" 4 2 "$2" 5 2>/dev/null || echo "status $?"
}
compile no-pie cc -no-pie
compile static cc -static
compile static-pie cc -static-pie
compile musl musl-gcc
compile musl-static musl-gcc -static
for name in no-pie static static-pie musl musl-static; do
	cycles "$name" s
done
chmod -R a+rX "$TMPDIR"
user() {
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@"
}
printf 'a user: '
user "$tests/place-driver" cycles "$TMPDIR/static" 4 2 s 5 2>/dev/null
user "$tests/place-driver" open "$$" | sed 's/process [0-9]*/process N/'
user "$tests/place-driver" cycles "$TMPDIR/static" 4 2 c 1 | sed 's/process [0-9]*/process N/'
"$tests/place-driver" held "$TMPDIR/static" 1 1 . | sed 's/process [0-9]*/process N/g'
# output:
# no-pie: ok
# static: ok
# static-pie: ok
# musl: ok
# musl-static: ok
# a user: ok
# process N belongs to another user; run dtrace as root
# attach: process N filters its system calls (seccomp); only root can suspend the filter: Operation not permitted
# process N is traced by place-driver (process N); end that first
# ok
