# SPDX-License-Identifier: BSD-2-Clause
#
# Descriptions as others write them, or with a part too few; an argument where a string is meant; an option that is none.
hint() {
	echo "$*: $("$DTRACE" -en "$@" 2>&1 | sed -n 's/^hint: //p')"
}
hint 'openat { trace(1); }'
hint 'pid$target:libc:malloc { }' -c true
hint 'pid$target:malloc { }' -c true
hint 'pid$target:malloc:return { }' -c true
hint 'syscall::openat:enter { }'
hint 'syscall::openat:exit { }'
hint 'syscall::openat:nosuch { }'
hint 'tcp:::retransmit { }'
hint 'syscall:::entry /execname == $1/ { }' bash
hint 'syscall:::entry { @[$1] = count(); }' bash
"$DTRACE" -x foo=1 -n BEGIN 2>&1 || true
