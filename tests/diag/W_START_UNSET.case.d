syscall::read:entry
{
	self->ts = timestamp;
}

syscall::read:return
{
	@ = quantize(timestamp - self->ts);
	self->ts = 0;
}
/* expect: W_START_UNSET 8:25 self->ts is 0 */
