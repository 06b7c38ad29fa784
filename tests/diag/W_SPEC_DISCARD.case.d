syscall::read:entry
{
	self->s = speculation();
	speculate(self->s);
	trace(arg0);
}

syscall::read:return
/self->s && errno/
{
	commit(self->s);
}
/* expect: W_SPEC_DISCARD 11:2 keeps its buffer */
/* flags: -x lint */
