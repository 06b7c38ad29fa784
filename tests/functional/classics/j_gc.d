/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -Z -e */
/*
 * Collections of a JVM and what stops for them (idiom: self->t in the predicate, a histogram in
 * ms).
 */
#pragma D option quiet

hotspot*:::gc-begin
{
	self->full = arg0;
	self->gc = timestamp;
}

hotspot*:::gc-end
/self->gc/
{
	@pause[self->full ? "full" : "young"] = lquantize((timestamp - self->gc) / 1000000, 0, 1000, 10);
	self->gc = 0;
	self->full = 0;
}

hotspot*:::thread-start, hotspot*:::thread-stop
{
	this->thread = (char *)copyin(arg0, arg1 + 1);
	this->thread[arg1] = '\0';
	printf("%Y %s %s => %s\n", walltimestamp, probename, execname, stringof(this->thread));
}
/* output:
*/
