#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * locks.d - measures how long the threads of a program hold each mutex, by the function that releases it.
 *
 * usage: locks.d {-c COMMAND | -p PID}
 *
 *	       HELD TOTAL ns    MAX ns MUTEX                    RELEASED BY
 *	        100 31204512   1210455 locks`table_lock         locks`update
 *	         50  5122451    210044 locks`table_lock         locks`look_up
 *
 * A thread that waits for a condition does not hold the mutex.
 */
#pragma D option quiet
#pragma D option engine=inprocess

pid$target:libc.so.6:pthread_mutex_lock:entry,
pid$target:libc.so.6:pthread_mutex_trylock:entry
{
	self->mutex = arg0;
}

pid$target:libc.so.6:pthread_cond_wait:entry,
pid$target:libc.so.6:pthread_cond_timedwait:entry,
pid$target:libc.so.6:pthread_cond_clockwait:entry
{
	self->mutex = arg1;
}

pid$target:libc.so.6:pthread_mutex_lock:return,
pid$target:libc.so.6:pthread_mutex_trylock:return
/self->mutex && !(int)arg1/
{
	self->since[self->mutex] = timestamp;
}

/* The mutex is back, also if the time is over. */
pid$target:libc.so.6:pthread_cond_wait:return,
pid$target:libc.so.6:pthread_cond_timedwait:return,
pid$target:libc.so.6:pthread_cond_clockwait:return
{
	self->since[self->mutex] = timestamp;
}

pid$target:libc.so.6:pthread_mutex_lock:return,
pid$target:libc.so.6:pthread_mutex_trylock:return,
pid$target:libc.so.6:pthread_cond_wait:return,
pid$target:libc.so.6:pthread_cond_timedwait:return,
pid$target:libc.so.6:pthread_cond_clockwait:return
{
	self->mutex = 0;
}

pid$target:libc.so.6:pthread_mutex_unlock:entry
{
	self->released = arg0;
}

pid$target:libc.so.6:pthread_cond_wait:entry,
pid$target:libc.so.6:pthread_cond_timedwait:entry,
pid$target:libc.so.6:pthread_cond_clockwait:entry
{
	self->released = arg1;
}

pid$target:libc.so.6:pthread_mutex_unlock:entry,
pid$target:libc.so.6:pthread_cond_wait:entry,
pid$target:libc.so.6:pthread_cond_timedwait:entry,
pid$target:libc.so.6:pthread_cond_clockwait:entry
/self->since[self->released]/
{
	this->held = timestamp - self->since[self->released];
	@n[usym(self->released), ufunc(ucaller)] = count();
	@total[usym(self->released), ufunc(ucaller)] = sum(this->held);
	@max[usym(self->released), ufunc(ucaller)] = max(this->held);
	self->since[self->released] = 0;
}

END
{
	printf("%11s %10s %10s %-24s %s\n", "HELD", "TOTAL ns", "MAX ns", "MUTEX", "RELEASED BY");
	printa("%@11d %@10d %@10d %-24A %A\n", @n, @total, @max);
}
