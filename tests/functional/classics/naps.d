/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -c errand */
/*
 * How long a program sleeps voluntarily, as a histogram's lower bound (idiom: self-> time stamps
 * that begin as 0, quantize() of a difference, lquantize() in ms).
 */
#pragma D option quiet

syscall::nanosleep:entry, syscall::clock_nanosleep:entry
/pid == $target/
{
	self->t = 0;
	self->t = timestamp;
}

syscall::nanosleep:return, syscall::clock_nanosleep:return
/self->t/
{
	this->ms = (timestamp - self->t) / 1000000;
	@long_enough = sum(this->ms >= 1);
	@naps = count();
	self->t = 0;
}

dtrace:::END
{
	printa("naps %@d\n", @naps);
	printa("of a millisecond at least: %@d\n", @long_enough);
}
/* output:
naps 2
of a millisecond at least: 2

*/
