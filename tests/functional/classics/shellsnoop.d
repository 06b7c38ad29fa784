/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * Text that a program reads and writes (idiom: buffers copied at the return probe, where they are
 * filled; stringof(copyin()); a line for each).
 */
#pragma D option quiet
#pragma D option switchrate=10hz

dtrace:::BEGIN
{
	printf("%-6s %3s %s\n", "DIR", "LEN", "TEXT");
	TAIL = 0;
}

syscall::write:entry
/execname == "errand" && arg2 <= 100/
{
	self->buf = arg1;
	self->len = arg2;
}

syscall::write:return
/self->buf/
{
	this->text = (char *)copyin(self->buf, self->len + 1);
	this->text[self->len] = 0;
	lines += index(stringof(this->text), "\n") >= 0;
}

syscall::write:return
/self->buf && self->len >= 11/
{
	this->line = stringof(copyin(self->buf, 10));
	printf("%-6s %3d %s\n", "W", self->len, this->line);
	TAIL++;
}

syscall::write:return
/self->buf/
{
	self->buf = 0;
	self->len = 0;
}

dtrace:::END
{
	printf("%d, %d with lines\n", TAIL, lines);
}
/* output:
DIR    LEN TEXT
W      100 first line
second line

1, 1 with lines

*/
