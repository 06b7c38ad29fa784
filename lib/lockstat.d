/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lockstat provider: threads that wait for locks of the kernel. A probe fires when the wait
 * ends. arg0 is the lock's address, arg1 the nanoseconds since the wait began.
 *
 * The kernel tells when a wait begins and ends, with flags: 1 spins, 2 reads, 4 writes, 8 a mutex with
 * priority inheritance, 32 a mutex. Who waits for a mutex spins first, as long as the owner runs,
 * and sleeps then, perhaps several times: one wait, with several beginnings. An interrupt may wait
 * while the thread that it interrupts does, hence the arrays; each CPU's idle thread is one of its own.
 */
provider lockstat {
	sdt:lock::contention_begin
	{
		/* 256: it does not only spin */
		how[args[0], curthread] |= args[1] | (args[1] & 1 ? 0 : 256);
	}
	sdt:lock::contention_begin /!begun[args[0], curthread]/ { begun[args[0], curthread] = timestamp; }

	/* A thread that has slept for a mutex has it; the mutex, ns. */
	probe adaptive__block(struct mutex *lock, uint64_t ns) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 40) && (how[args[0], curthread] & 256) && args[1] == 0/
		{ (struct mutex *)args[0], timestamp - begun[args[0], curthread] };
	/* A thread has a mutex that it has waited for without sleeping; the mutex, ns. */
	probe adaptive__spin(struct mutex *lock, uint64_t ns) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 40) && !(how[args[0], curthread] & 256) && args[1] == 0/
		{ (struct mutex *)args[0], timestamp - begun[args[0], curthread] };
	/* A thread has given up to wait for a mutex, because of a signal; the mutex, the error's number. */
	probe adaptive__acquire__error(struct mutex *lock, int error) =
	    sdt:lock::contention_end /(how[args[0], curthread] & 40) && args[1] != 0/
		{ (struct mutex *)args[0], -args[1] };
	/* A CPU has a spin lock that it has waited for; the lock, ns. */
	probe spin__spin(struct qspinlock *lock, uint64_t ns) =
	    sdt:lock::contention_end /(how[args[0], curthread] & 0x12f) == 1/
		{ (struct qspinlock *)args[0], timestamp - begun[args[0], curthread] };
	/* A thread that has slept for a lock of readers and writers has it; the lock, ns, 1: it reads, 0: it writes. */
	probe rw__block(void *lock, uint64_t ns, int is_reader) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 6) && (how[args[0], curthread] & 256) && args[1] == 0/
		{ args[0], timestamp - begun[args[0], curthread], (how[args[0], curthread] & 2) >> 1 };
	/* A CPU has a spin lock of readers and writers that it has waited for; the lock, ns, 1: it reads, 0: it writes. */
	probe rw__spin(void *lock, uint64_t ns, int is_reader) =
	    sdt:lock::contention_end
	    /(how[args[0], curthread] & 6) && !(how[args[0], curthread] & 256) && args[1] == 0/
		{ args[0], timestamp - begun[args[0], curthread], (how[args[0], curthread] & 2) >> 1 };

	probe adaptive__acquire(struct mutex *lock) = "Linux tells only of locks that somebody waits for";
	probe adaptive__release(struct mutex *lock) = "Linux tells only of locks that somebody waits for";
	probe spin__acquire(void *lock) = "Linux tells only of locks that somebody waits for";
	probe spin__release(void *lock) = "Linux tells only of locks that somebody waits for";
	probe rw__acquire(void *lock, int is_reader) = "Linux tells only of locks that somebody waits for";
	probe rw__release(void *lock, int is_reader) = "Linux tells only of locks that somebody waits for";
	probe rw__upgrade(void *lock) = "Linux tells only of locks that somebody waits for";
	probe rw__downgrade(void *lock) = "Linux tells only of locks that somebody waits for";
	probe thread__spin(void *lock, uint64_t ns) = "threads of Linux are guarded by spin locks: lockstat:::spin-spin";

	sdt:lock::contention_end { how[args[0], curthread] = 0; begun[args[0], curthread] = 0; }
};
