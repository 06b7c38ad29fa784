/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "env true" */
/*
 * A thread that executes a program holds a mutex and writes under a semaphore when it is renamed;
 * the thread that acquired the mmap_lock holds it.
 */
sdt:::task_rename
/pid == $target/
{
	this->m = &curthread->signal->cred_guard_mutex;
	this->rw = &curthread->signal->exec_update_lock;
	printf("%d %d\n", mutex_owned(this->m), mutex_owner(this->m) == curthread);
	printf("%d %d %d\n", rw_write_held(this->rw), rw_iswriter(this->rw), rw_read_held(this->rw));
}

syscall::exit_group:entry
/pid == $target/
{
	this->m = &curthread->signal->cred_guard_mutex;
	this->rw = &curthread->signal->exec_update_lock;
	printf("%d %d\n", mutex_owned(this->m), mutex_owner(this->m) == NULL);
	printf("%d %d %d\n", rw_write_held(this->rw), rw_iswriter(this->rw), rw_read_held(this->rw));
	printf("%d %d\n", mutex_type_adaptive(this->m), mutex_type_spin(this->m));
	printf("%d %d\n", mutex_type_adaptive(&curthread->alloc_lock),
	    mutex_type_spin(&curthread->alloc_lock));
	exit(0);
}
/* output:
1 1
1 1 0
0 1
0 0 0
1 0
0 1

*/
