syscall::read:entry
{
	self->s = speculation();
	speculate(self->s);
	trace(arg0);
}
/* expect: W_SPEC_COMMIT 4:2 never printed */
