syscall::read:entry
{
	self->fd = arg0;
	n++;
}
/* expect: W_VAR_UNUSED 3:2 self->fd is assigned */
/* expect: W_VAR_UNUSED 4:2 n is assigned */
/* flags: -x lint */
