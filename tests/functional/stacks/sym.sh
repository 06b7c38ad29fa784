#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A kernel address by name; all addresses of one name are one key.
"$DTRACE" -q -c 'getppids 1 1' -n '
syscall::getppid:entry /pid == $target/ {
	printf("%a\n", caller); sym(caller); printf("|\n"); @[sym(caller)] = count(); @[sym(caller)] = count(); }' >"$TMPDIR/out"
name=$(sed -n '1s/+0x.*//p; 1s/^\([^+]*\)$/\1/p' "$TMPDIR/out" | head -1)

printf '%s\n  %-50s|\n\n  %-50s %16d\n' "$(head -1 "$TMPDIR/out")" "$name" "$name" 2 >"$TMPDIR/want"
case $name in
0x* | "") echo "$name: has no name"; cat "$TMPDIR/out"; exit 1 ;;
esac
diff "$TMPDIR/want" "$TMPDIR/out"
# output:
