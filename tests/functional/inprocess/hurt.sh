# SPDX-License-Identifier: BSD-2-Clause
# A uprobe of another tracer comes onto a jump to probes inside the process, and goes. The kernel has then written the file's first
# byte over the jump. At the end of tracing the whole instruction is restored, by the placer or, if it was killed, by the next dtrace.
. "$SRCDIR/_inside.sh"
cat >"$TMPDIR/jumps.c" <<'END'
#include <stdio.h>
long moves(long);
__asm__(".globl moves\n.type moves, @function\nmoves: mov %rdi, %rax\nmov %rax, %rdi\nlea 1(%rdi), %rax\nret\n.size moves, . - moves");
int main(void)
{
	long wrong = 0;
	puts("ready");
	fflush(stdout);
	while (getchar() != EOF)
		wrong += moves(1) != 2;
	return wrong != 0;
}
END
cc -O1 -o "$TMPDIR/jumps" "$TMPDIR/jumps.c" || exit 1
events=/sys/kernel/tracing/uprobe_events name=hurt_$$
[ -w $events ] || { echo "this kernel has no uprobe_events"; exit 77; }
offset=0x$(nm "$TMPDIR/jumps" | awk '$3 == "moves" { print $1 }')
uprobe() { # 1 or 0
	[ "$1" = 0 ] || echo "p:$name $TMPDIR/jumps:$offset" >>$events
	echo "$1" >"/sys/kernel/tracing/events/uprobes/$name/enable"
	[ "$1" = 1 ] || echo "-:$name" >>$events
}
trace() {
	start_target "$TMPDIR/jumps"
	start_tracing 'pid$target:jumps:moves:entry { @ = count(); } tick-10ms /!begun++/ { printf("ready\n"); }'
	uprobe 1
}
finish() {
	echo go >&3
	exec 3>&- 5<&-
	wait "$target"; echo "status $?"
}
stop() { kill -INT "$dtrace"; wait "$dtrace"; }
echo "--- gone"
trace; uprobe 0; stop; finish
echo "--- still there"
trace; stop; uprobe 0; finish
echo "--- dtrace and placer killed"
trace; kill_both; uprobe 0
"$DTRACE" -q -p "$target" -n 'BEGIN { exit(0); }' >/dev/null
finish
# output:
# --- gone
# status 0
# --- still there
# status 0
# --- dtrace and placer killed
# status 0
