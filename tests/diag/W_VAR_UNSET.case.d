self int depth;

syscall::read:entry
{
	trace(self->depth);
}
/* expect: W_VAR_UNSET 1:10 self->depth is read */
