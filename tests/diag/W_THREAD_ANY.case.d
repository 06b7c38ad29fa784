syscall::read:entry
{
	self->n++;
}

tick-1s
/pid == 1/
{
	trace(self->n);
}

END
{
	trace(self->n);
}
/* expect: W_THREAD_ANY 7:2 pid describes that thread */
/* expect: W_THREAD_ANY 9:8 an arbitrary running thread */
/* expect: W_THREAD_ANY 14:8 dtrace's own thread */
/* flags: -x lint */
