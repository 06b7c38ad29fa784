/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The plockstat provider: mutexes and reader/writer locks (pthread_mutex_t, pthread_rwlock_t) of the process
 * of -c or -p. arg0 is the lock's address in the process.
 *
 * It probes functions of the C library. A thread blocks when it calls futex() in one of them. The probes miss
 * spinning, and the lock that pthread_cond_wait() takes at its end.
 */

/* The thread that has the lock for writing, else 0: __cur_writer of glibc's lock. */
inline int __writer_of[uintptr_t LOCK] =
    *(int *)copyin(LOCK + (curpsinfo->pr_dmodel == PR_MODEL_ILP32 ? 28 : 24), 4);

/*
 * Mutexes and reader-writer locks of a process.
 *
 *	plockstat:::mutex-block { @[ustack(5)] = count(); }
 */
provider plockstat {
	/* Places that scripts of other systems name. */
	alias libc.so.1:mutex_*:mutex-*, libc.so.1:rw_*:rw-*, libc.so.1:rwlock_*:rw-*;

	pid$target:libc:pthread_mutex_lock:entry, pid$target:libc:pthread_mutex_trylock:entry,
	pid$target:libc:pthread_mutex_timedlock:entry { self->mutex = arg0; }
	pid$target:libc:pthread_rwlock_rdlock:entry, pid$target:libc:pthread_rwlock_tryrdlock:entry,
	pid$target:libc:pthread_rwlock_timedrdlock:entry { self->rw = arg0; self->writes = 0; }
	pid$target:libc:pthread_rwlock_wrlock:entry, pid$target:libc:pthread_rwlock_trywrlock:entry,
	pid$target:libc:pthread_rwlock_timedwrlock:entry { self->rw = arg0; self->writes = 1; }

	/* A thread got a mutex; the mutex, how often it had it before, 0. */
	probe mutex__acquire(uintptr_t lock, int recursion, int spins) =
	    pid$target:libc:pthread_mutex_lock:return, pid$target:libc:pthread_mutex_trylock:return,
	    pid$target:libc:pthread_mutex_timedlock:return
	    /self->mutex && (int)arg1 == 0/
		{ self->mutex, *(uint32_t *)copyin(self->mutex + 4, 4) ?
		    *(uint32_t *)copyin(self->mutex + 4, 4) - 1 : 0, 0 };
	/* A thread is about to sleep until it gets a mutex; the mutex. */
	probe mutex__block(uintptr_t lock) =
	    syscall::futex:entry /self->mutex && !self->is_blocked/ { self->mutex };
	/* A thread has stopped sleeping for a mutex; the mutex, 1: it has the mutex, 0: it has not. */
	probe mutex__blocked(uintptr_t lock, int success) =
	    pid$target:libc:pthread_mutex_lock:return, pid$target:libc:pthread_mutex_timedlock:return
	    /self->mutex && self->is_blocked/ { self->mutex, (int)arg1 == 0 };
	/* A thread failed to get a mutex; the mutex, the error's number. */
	probe mutex__error(uintptr_t lock, int error) =
	    pid$target:libc:pthread_mutex_lock:return, pid$target:libc:pthread_mutex_trylock:return,
	    pid$target:libc:pthread_mutex_timedlock:return
	    /self->mutex && (int)arg1 != 0/ { self->mutex, (int)arg1 };
	/* A thread is about to release a mutex, or to fail; the mutex, how often it has it after that. */
	probe mutex__release(uintptr_t lock, int recursion) =
	    pid$target:libc:pthread_mutex_unlock:entry
		{ arg0, *(uint32_t *)copyin(arg0 + 4, 4) ? *(uint32_t *)copyin(arg0 + 4, 4) - 1 : 0 };
	probe mutex__spin(uintptr_t lock) = "the C library does not report spinning";
	probe mutex__spun(uintptr_t lock, int success, int spins) =
	    "the C library does not report spinning";

	/* A thread got a reader/writer lock; the lock, 1: it writes, 0: it reads. */
	probe rw__acquire(uintptr_t lock, int is_writer) =
	    pid$target:libc:pthread_rwlock_rdlock:return, pid$target:libc:pthread_rwlock_tryrdlock:return,
	    pid$target:libc:pthread_rwlock_timedrdlock:return, pid$target:libc:pthread_rwlock_wrlock:return,
	    pid$target:libc:pthread_rwlock_trywrlock:return, pid$target:libc:pthread_rwlock_timedwrlock:return
	    /self->rw && (int)arg1 == 0/ { self->rw, self->writes };
	/* A thread is about to sleep until it gets such a lock; the lock, 1: to write, 0: to read. */
	probe rw__block(uintptr_t lock, int is_writer) =
	    syscall::futex:entry /self->rw && !self->is_blocked/ { self->rw, self->writes };
	/* A thread has stopped sleeping for such a lock; the lock, 1: to write, 0: to read, 1: it has the lock. */
	probe rw__blocked(uintptr_t lock, int is_writer, int success) =
	    pid$target:libc:pthread_rwlock_rdlock:return, pid$target:libc:pthread_rwlock_timedrdlock:return,
	    pid$target:libc:pthread_rwlock_wrlock:return, pid$target:libc:pthread_rwlock_timedwrlock:return
	    /self->rw && self->is_blocked/ { self->rw, self->writes, (int)arg1 == 0 };
	/* A thread failed to get such a lock; the lock, 1: to write, 0: to read, the error's number. */
	probe rw__error(uintptr_t lock, int is_writer, int error) =
	    pid$target:libc:pthread_rwlock_rdlock:return, pid$target:libc:pthread_rwlock_tryrdlock:return,
	    pid$target:libc:pthread_rwlock_timedrdlock:return, pid$target:libc:pthread_rwlock_wrlock:return,
	    pid$target:libc:pthread_rwlock_trywrlock:return, pid$target:libc:pthread_rwlock_timedwrlock:return
	    /self->rw && (int)arg1 != 0/ { self->rw, self->writes, (int)arg1 };
	/* A thread is about to release such a lock; the lock, 1: it was writing, 0: it was reading. */
	probe rw__release(uintptr_t lock, int is_writer) =
	    pid$target:libc:pthread_rwlock_unlock:entry { arg0, __writer_of[arg0] != 0 };

	syscall::futex:entry /self->mutex || self->rw/ { self->is_blocked = 1; }
	pid$target:libc:pthread_mutex_lock:return, pid$target:libc:pthread_mutex_trylock:return,
	pid$target:libc:pthread_mutex_timedlock:return { self->mutex = 0; self->is_blocked = 0; }
	pid$target:libc:pthread_rwlock_rdlock:return, pid$target:libc:pthread_rwlock_tryrdlock:return,
	pid$target:libc:pthread_rwlock_timedrdlock:return, pid$target:libc:pthread_rwlock_wrlock:return,
	pid$target:libc:pthread_rwlock_trywrlock:return, pid$target:libc:pthread_rwlock_timedwrlock:return
	{ self->rw = 0; self->is_blocked = 0; }
};
