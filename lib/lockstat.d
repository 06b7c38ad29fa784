/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lockstat provider: threads that wait for kernel locks. A probe fires when the wait
 * ends. arg0 is the lock's address, arg1 the nanoseconds since the wait began.
 *
 * The kernel reports when a wait begins and ends, with flags: 1 spins, 2 reads, 4 writes, 8 a mutex with
 * priority inheritance, 32 a mutex. A thread that waits for a mutex spins while the owner runs, then
 * sleeps, perhaps several times: one wait with several beginnings. An interrupt may wait while the
 * interrupted thread does, hence the arrays; each CPU has its own idle thread.
 *
 * Probes of acquired and released locks use the kernel's functions, if fbt has them.
 */
/*
 * Waits for kernel locks.
 *
 *	lockstat:::adaptive-block { @[execname, stack(5)] = sum(arg1); }
 */
provider lockstat {
	/* Places that scripts of other systems name. */
	alias genunix:mutex_enter:adaptive-*, genunix:mutex_tryenter:adaptive-acquire,
	    genunix:mutex_exit:adaptive-release, genunix:lock_set*:spin-acquire,
	    genunix:lock_set*:spin-spin, genunix:lock_try:spin-acquire,
	    genunix:lock_clear*:spin-release, genunix:thread_lock*:thread-spin,
	    genunix:rw_enter:rw-acquire, genunix:rw_enter:rw-block, genunix:rw_enter:rw-spin,
	    genunix:rw_tryenter:rw-acquire, genunix:rw_exit:rw-release,
	    genunix:rw_downgrade:rw-downgrade, genunix:rw_tryupgrade:rw-upgrade;

	sdt:lock::contention_begin
	{
		/* 256: it does not only spin */
		how[args[0], curthread] |= args[1] | (args[1] & 1 ? 0 : 256);
	}
	sdt:lock::contention_begin /!begun[args[0], curthread]/ { begun[args[0], curthread] = timestamp; }

	/* A thread got a mutex after sleeping for it; the mutex, ns. */
	probe adaptive__block(struct mutex *lock, uint64_t ns) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 40) && (how[args[0], curthread] & 256) && args[1] == 0/
		{ (struct mutex *)args[0], timestamp - begun[args[0], curthread] };
	/* A thread got a mutex after spinning for it; the mutex, ns. */
	probe adaptive__spin(struct mutex *lock, uint64_t ns) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 40) && !(how[args[0], curthread] & 256) && args[1] == 0/
		{ (struct mutex *)args[0], timestamp - begun[args[0], curthread] };
	/* A signal ended a thread's wait for a mutex; the mutex, the error's number. */
	probe adaptive__acquire__error(struct mutex *lock, int error) =
	    sdt:lock::contention_end /(how[args[0], curthread] & 40) && args[1] != 0/
		{ (struct mutex *)args[0], -args[1] };
	/* A CPU got a spin lock after waiting; the lock, ns. */
	probe spin__spin(struct qspinlock *lock, uint64_t ns) =
	    sdt:lock::contention_end /(how[args[0], curthread] & 0x12f) == 1/
		{ (struct qspinlock *)args[0], timestamp - begun[args[0], curthread] };
	/* A thread got a reader/writer lock after sleeping; the lock, ns, 1: it reads, 0: it writes. */
	probe rw__block(void *lock, uint64_t ns, int is_reader) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 6) && (how[args[0], curthread] & 256) && args[1] == 0/
		{ args[0], timestamp - begun[args[0], curthread], (how[args[0], curthread] & 2) >> 1 };
	/* A CPU got a reader/writer spin lock after waiting; the lock, ns, 1: it reads, 0: it writes. */
	probe rw__spin(void *lock, uint64_t ns, int is_reader) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 6) && !(how[args[0], curthread] & 256) && args[1] == 0/
		{ args[0], timestamp - begun[args[0], curthread], (how[args[0], curthread] & 2) >> 1 };

	fbt::mutex_lock:entry, fbt::mutex_lock_interruptible:entry,
	fbt::mutex_lock_killable:entry, fbt::mutex_trylock:entry { self->mutex = arg0; }
	fbt::down_read:entry, fbt::down_read_interruptible:entry,
	fbt::down_read_killable:entry, fbt::down_read_trylock:entry,
	fbt::down_write:entry, fbt::down_write_killable:entry,
	fbt::down_write_trylock:entry { self->semaphore = arg0; }

	/* A thread got a mutex; the mutex. */
	probe adaptive__acquire(struct mutex *lock) =
	    fbt::mutex_lock:return /self->mutex/ { (struct mutex *)self->mutex },
	    fbt::mutex_lock_interruptible:return, fbt::mutex_lock_killable:return
	    /self->mutex && (int)arg1 == 0/ { (struct mutex *)self->mutex },
	    fbt::mutex_trylock:return
	    /self->mutex && (int)arg1 == 1/ { (struct mutex *)self->mutex };
	/* A thread is about to release a mutex; the mutex. */
	probe adaptive__release(struct mutex *lock) =
	    fbt::mutex_unlock:entry { (struct mutex *)arg0 };
	/* A thread got a sleeping reader/writer lock; the lock, 1: it reads, 0: it writes. */
	probe rw__acquire(struct rw_semaphore *lock, int is_reader) =
	    fbt::down_read:return /self->semaphore/ { (struct rw_semaphore *)self->semaphore, 1 },
	    fbt::down_read_interruptible:return, fbt::down_read_killable:return
	    /self->semaphore && (int)arg1 == 0/ { (struct rw_semaphore *)self->semaphore, 1 },
	    fbt::down_read_trylock:return
	    /self->semaphore && (int)arg1 == 1/ { (struct rw_semaphore *)self->semaphore, 1 },
	    fbt::down_write:return /self->semaphore/ { (struct rw_semaphore *)self->semaphore, 0 },
	    fbt::down_write_killable:return
	    /self->semaphore && (int)arg1 == 0/ { (struct rw_semaphore *)self->semaphore, 0 },
	    fbt::down_write_trylock:return
	    /self->semaphore && (int)arg1 == 1/ { (struct rw_semaphore *)self->semaphore, 0 };
	/* A thread is about to release such a lock; the lock, 1: it reads, 0: it writes. */
	probe rw__release(struct rw_semaphore *lock, int is_reader) =
	    fbt::up_read:entry { (struct rw_semaphore *)arg0, 1 },
	    fbt::up_write:entry { (struct rw_semaphore *)arg0, 0 };
	/* A writer is about to become a reader; the lock. */
	probe rw__downgrade(struct rw_semaphore *lock) =
	    fbt::downgrade_write:entry { (struct rw_semaphore *)arg0 };

	fbt::mutex_lock:return, fbt::mutex_lock_interruptible:return,
	fbt::mutex_lock_killable:return, fbt::mutex_trylock:return { self->mutex = 0; }
	fbt::down_read:return, fbt::down_read_interruptible:return,
	fbt::down_read_killable:return, fbt::down_read_trylock:return,
	fbt::down_write:return, fbt::down_write_killable:return,
	fbt::down_write_trylock:return { self->semaphore = 0; }

	probe rw__upgrade(void *lock) = "Linux has no upgrade of a read lock";
	probe spin__acquire(void *lock) = "Linux reports spin locks only while a CPU waits for them";
	probe spin__release(void *lock) = "Linux reports spin locks only while a CPU waits for them";
	probe thread__spin(void *lock, uint64_t ns) = "Linux has spin locks for threads: lockstat:::spin-spin";

	sdt:lock::contention_end { how[args[0], curthread] = 0; begun[args[0], curthread] = 0; }
};
