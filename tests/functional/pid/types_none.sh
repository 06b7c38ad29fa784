#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Why args[] of a process's probe may not be used; what -lvv shows.
said() { # description, expression, part of the message, program
	"$DTRACE" -qn "pid\$target:a.out:$1 { trace($2); }" -c "$4" 2>&1 | grep -qF -- "$3" && return
	echo "$1 $2: not said: $3"
	exit 1
}
types=$WORKLOADS/types
said walk:4 'args[0]' 'only entry and return have arguments' "$types"
said 'walk:entry,pid$target:a.out:seven:entry' 'args[0]->nothing' 'nothing' "$types"
said 's*:entry' 'args[20]' 'out of range' "$types"
said '*:entry' 'args[0]' 'args[ ] may not be used' "$types"
said mixed:entry 'args[0]' 'args[0] cannot be read: it is a floating-point number' "$types"
said mixed:entry 'args[2]' 'args[2] cannot be read: its parts are passed in several registers, or on the stack' "$types"
said main:entry 'args[0]' 'the function has no arguments' "$types"
strip -g -o "$TMPDIR/bare" "$types"
said walk:entry 'args[0]' 'compile it with -g' "$TMPDIR/bare"
objcopy --only-keep-debug "$types" "$TMPDIR/symbols"
objcopy --add-gnu-debuglink="$TMPDIR/symbols" "$TMPDIR/bare"
"$DTRACE" -lvvn 'pid$target:a.out:walk:' -c "$TMPDIR/bare" | grep -A1 'args\[0\]' | sort -u
# output:
# 	args[0]: const userland node_t *n
# 	args[0]: unsigned long
# 	args[1]: long
# 	args[1]: unsigned char small
# --
