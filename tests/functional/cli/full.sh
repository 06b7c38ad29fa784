# SPDX-License-Identifier: BSD-2-Clause
# Output that cannot be written.
. "$SRCDIR/_common.sh"
show $DTRACE -qn 'BEGIN { printf("x"); exit(0); }' -o /dev/full
$DTRACE -qn 'BEGIN { printf("x"); exit(0); }' 2>&1 >/dev/full; echo "[$?]"
$DTRACE -qn 'BEGIN { @ = count(); exit(0); }' 2>&1 >/dev/full; echo "[$?]"
$DTRACE -ln BEGIN 2>&1 >/dev/full; echo "[$?]"
$DTRACE -V 2>&1 >/dev/full; echo "[$?]"
{ $DTRACE -qn 'BEGIN { printf("x"); exit(0); }' 2>&1; } >out 2>&1; cat out
for how in '-qn BEGIN' '-l' '-en BEGIN'; do $DTRACE $how 2>err >&-; echo "[$?] $(cat err)"; done
$DTRACE -qn 'BEGIN { printf("written\n"); exit(0); }' -o file >&- 2>&-; echo "[$?] $(cat file)"
mkdir small
unshare -m bash -c "mount -t tmpfs -o size=64k none small && cd small &&
	$DTRACE -qn 'syscall::: /pid == \$target/ { printf(\"%s\n\", execname); }' -c 'getppids 1 20000' -o out; echo [\$?]" 2>&1 | sed "s|$TMPDIR|TMPDIR|"
# output:
# $ dtrace -qn BEGIN { printf("x"); exit(0); } -o /dev/full
# 2> dtrace: processing aborted: write /dev/full: No space left on device
# [1]
# dtrace: processing aborted: write /dev/full: No space left on device
# [1]
# dtrace: processing aborted: write /dev/full: No space left on device
# [1]
# dtrace: failed to write the output: No space left on device
# [1]
# dtrace: failed to write the output: No space left on device
# [1]
# x
# [1] dtrace: the standard output is closed
# [1] dtrace: the standard output is closed
# [0] 
# [0] written
# dtrace: processing aborted: write TMPDIR/small/out: No space left on device
# [1]
