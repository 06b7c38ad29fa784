# SPDX-License-Identifier: BSD-2-Clause
# Macro arguments, in a script that is executed by its name.
. "$SRCDIR/_common.sh"
ln -s "$DTRACE" d # the path after #! must be short
printf '#!%s/d -qs\nBEGIN { printf("%%s %%d %%s\\n", $$1, $2, $$0); exit(4); }\n' "$TMPDIR" >a.d
printf '#!%s/d -qs\n#pragma D option defaultargs\nBEGIN { printf("<%%s> <%%d>\\n", $$1, $2); exit(0); }\n' "$TMPDIR" >b.d
chmod +x a.d b.d
show ./a.d one 2
show ./a.d "two words" 0x10
show ./a.d one
show ./a.d one 2 three
show ./b.d
show ./b.d one
show ./b.d one 3
show $DTRACE -qn 'BEGIN { trace($1 + $2); exit(0); }' 5 -- -3
show $DTRACE -qn 'BEGIN { exit(0); }' unused
show $DTRACE -x argref -qn 'BEGIN { exit(0); }' unused
show $DTRACE -en 'syscall::$1:entry' -n 'syscall::$$2:return' read write
show $DTRACE -qn 'BEGIN { trace($1); exit(0); }' nosuch
show $DTRACE -qn 'BEGIN { printf("%d %d %d", $target, $pid == pid, $uid == uid); exit(0); }'
# A program that asks whether there is a target is not told.
show $DTRACE -qn 'BEGIN /!$target || pid == $target/ { printf("none"); exit(0); }'
