/* expect: D_PROTO_ARG 5:20 it is of type "struct task_struct *", not "struct mutex *" */
/* expect: D_PROTO_ARG 6:20 not "struct rw_semaphore * or rwlock_t *" */
BEGIN
{
	trace(mutex_owned(curthread));
	trace(rw_iswriter(&curthread->signal->cred_guard_mutex));
}
