#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A library at the address of an earlier one, loaded before dtrace knows of it: its frames are found by its own table,
# or the stack says that it is truncated or, where frame pointers lead on, that a caller may be missing; and the names are
# those at the time of the record.
cat >"$TMPDIR/library.c" <<'END'
#include "_call.h"
#include <sys/syscall.h>
__attribute__((noipa)) static long getppid_of_mine(void)
{
	return RAW_CALL(SYS_getppid);
}
__attribute__((noipa)) static long INNER(void) // whose frame is full of addresses of another function
{
	char *volatile full[WORDS];

	for (int i = 0; i < WORDS; i++)
		full[i] = (char *)getppid_of_mine + 1;
	return getppid_of_mine() + (full[0] == 0);
}
long call(void) { return INNER() + 1; }
END
for library in "small 8" "large 40"; do
	set -- $library
	gcc -I../common -O1 -fomit-frame-pointer -fPIC -shared -DINNER="$1" -DWORDS="$2" "$TMPDIR/library.c" -o "$TMPDIR/$1.so" || exit 1
done
"$DTRACE" -q -c "$WORKLOAD 2000 $TMPDIR/small.so $TMPDIR/large.so" -n '
syscall::getppid:entry /pid == $target/ { ustack(5); }' | sed 's/+0x[0-9a-f]*$//' |
	awk 'BEGIN { RS = "" } { gsub(/[ \n]+/, " "); sub(/^ /, ""); sub(/ $/, "") }
		/^small.so`getppid_of_mine small.so`small small.so`call reloaded`main libc/ { small++; next }
		/^large.so`getppid_of_mine large.so`large large.so`call reloaded`main libc/ { large++; next }
		/ \?( libc.so.6`__libc_start_main reloaded`_start)?$/ && !/small.*large/ && !/large.*small/ { cut++; next }
		{ print "wrong:", $0 }
		END { print (small > 100 && large > 100 ? "whole" : "small " small ", large " large ", cut " cut) }'
# output:
# whole
