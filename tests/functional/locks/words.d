/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* Every state of a semaphore and of a read-write lock, in memory of our own. */
BEGIN
{
	this->rw = (struct rw_semaphore *)alloca(sizeof(struct rw_semaphore));
	this->lock = (rwlock_t *)alloca(sizeof(rwlock_t));
	this->m = (struct mutex *)alloca(sizeof(struct mutex));

	this->rw->count.counter = 0x300; /* three readers */
	printf("%d%d%d\n", rw_read_held(this->rw), rw_write_held(this->rw), rw_iswriter(this->rw));
	this->rw->count.counter = 0x102; /* a reader, and a writer waits */
	printf("%d%d%d\n", rw_read_held(this->rw), rw_write_held(this->rw), rw_iswriter(this->rw));
	this->rw->count.counter = 1; /* a writer */
	printf("%d%d%d\n", rw_read_held(this->rw), rw_write_held(this->rw), rw_iswriter(this->rw));

	this->lock->raw_lock.cnts.counter = 0x600; /* three readers */
	printf("%d%d%d\n", rw_read_held(this->lock), rw_write_held(this->lock), rw_iswriter(this->lock));
	this->lock->raw_lock.cnts.counter = 0x300; /* a reader, and a writer waits */
	printf("%d%d%d\n", rw_read_held(this->lock), rw_write_held(this->lock), rw_iswriter(this->lock));
	this->lock->raw_lock.cnts.counter = 0xff; /* a writer */
	printf("%d%d%d\n", rw_read_held(this->lock), rw_write_held(this->lock), rw_iswriter(this->lock));
	this->lock->raw_lock.cnts.counter = 0;
	printf("%d%d%d\n", rw_read_held(this->lock), rw_write_held(this->lock), rw_iswriter(this->lock));

	/* The lowest bits of the owner are flags. */
	this->m->owner.counter = (long)curthread | 5;
	printf("%d%d\n", mutex_owned(this->m), mutex_owner(this->m) == curthread);
	this->m->owner.counter = (long)curthread->real_parent;
	printf("%d%d\n", mutex_owned(this->m), mutex_owner(this->m) == curthread->real_parent);
	exit(0);
}
/* output:
100
101
011
100
101
011
000
11
01

*/
