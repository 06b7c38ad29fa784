# SPDX-License-Identifier: BSD-2-Clause
# A call that has begun before it is traced: its file is known when it returns.
number_of_read=0
[ "$CALLS" = x64 ] || number_of_read=63
mkfifo "$TMPDIR/fifo"
exec 3<>"$TMPDIR/fifo"
(read -r -u 3) &
until read -r number fd _ < "/proc/$!/syscall" && [ "$number $fd" = "$number_of_read 0x3" ]; do :; done
"$DTRACE" -q -w -n '
BEGIN { system("echo 1234 > %s", $$2); }
fsinfo:::read /pid == $1/ { printf("%s: %s, %d, %d\n", probename, args[0]->fi_name, args[1], args[2]); exit(0); }
' "$!" "$TMPDIR/fifo"
wait
# output:
# read: fifo, 1, 0
#
