# SPDX-License-Identifier: BSD-2-Clause
# Batches of records: full ones first, then the rest, each of one shape.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wextra -g -I ../../../include -o "$TMPDIR/batches" _batches.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/batches" 2 'struct pair { int a; char b[4]; };
BEGIN { trace("first"); }
syscall::getppid:entry /pid == $pid && i < 5/
{
	this->p = (struct pair *)alloca(sizeof(struct pair));
	printf("%d %s", i, i == 1 ? "\303\251\377" : "x");
	if (i & 1) { trace((unsigned char)200); } else { trace((double)i / 4); print(*this->p); }
	if (i == 3) { stack(); trace(strjoin("y", "z")); }
	i++;
}
syscall::getppid:entry /i == 5/ { exit(0); }'
# output:
# shape 1, 2 rows
#  1 i(l)=0 printf_1(u)="x" trace_2(C)=null trace_3(g)=0 print_4(z)=8 bytes stack(+l)=null strjoin(u)=null
#  2 i(l)=1 printf_1(u)="é�" trace_2(C)=200 trace_3(g)=null print_4(z)=null stack(+l)=null strjoin(u)=null
# shape 1, 2 rows
#  3 i(l)=2 printf_1(u)="x" trace_2(C)=null trace_3(g)=0.5 print_4(z)=8 bytes stack(+l)=null strjoin(u)=null
#  4 i(l)=3 printf_1(u)="x" trace_2(C)=200 trace_3(g)=null print_4(z)=null stack(+l)=frames strjoin(u)="yz"
# shape 0, 1 rows
#  0 trace_0(u)="first"
# shape 1, 1 rows
#  5 i(l)=4 printf_1(u)="x" trace_2(C)=null trace_3(g)=1 print_4(z)=8 bytes stack(+l)=null strjoin(u)=null
# shape 2, 1 rows
#  6
