# SPDX-License-Identifier: BSD-2-Clause
# A handler receives each record with its shape, and effects in their order.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wno-unused-parameter -I ../../../include -o "$TMPDIR/records" _records.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/records" 'struct pair { int a; char b[4]; }; int small; unsigned char byte;
BEGIN
{
	small = -5; byte = 200; this->p = (struct pair *)alloca(sizeof(struct pair)); this->p->a = 7;
	trace(small); trace(byte); trace("text"); trace(probename);
	printf("%d %s %x\n", pid == 0, execname, 1ULL << 63);
	print(*this->p);
	trace((double)small / 2);
	tracemem(this->p, 8);
	tracemem(this->p, 8, 2);
	if (small > 0) {
		trace("not here");
	} else {
		trace("here"); trace(small);
	}
}
BEGIN { @["one"] = sum(1); @["two"] = sum(2); printa(@); clear(@); system("true %d", 3); freopen("%s", "/dev/null"); freopen(""); }
BEGIN { trace(*(int *)8); }
BEGIN { @rest["end"] = sum(9); }
syscall::getppid:entry /pid == $pid/ { }
syscall::getppid:entry /pid == $pid/ { ustack(2); }
syscall::getppid:entry /pid == $pid/ { trace(probefunc); exit(3); }' 2>&1 | sed 's/\$pid//; s/ = records$/ = NAME/; s/"records"/"NAME"/'
