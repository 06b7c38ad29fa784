/* SPDX-License-Identifier: BSD-2-Clause */
/* Two threads take table_lock 50 times each in update(). One of them then takes it 20 times in
 * look_up(), and waits for a condition. */
#include <pthread.h>
#include <stddef.h>
#include <time.h>

pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static volatile long table;

__attribute__((noinline)) void update(void)
{
	pthread_mutex_lock(&table_lock);
	for (int i = 0; i < 1000; i++)
		table++;
	pthread_mutex_unlock(&table_lock);
	table++;
}

__attribute__((noinline)) void look_up(void)
{
	pthread_mutex_lock(&table_lock);
	table++;
	pthread_mutex_unlock(&table_lock);
	table++;
}

static void *updates(void *unused)
{
	for (int i = 0; i < 50; i++)
		update();
	return NULL;
}

/* Holds the lock for an instant before and after a tenth of a second. */
__attribute__((noinline)) void wait_in_vain(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 100000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	pthread_mutex_lock(&other_lock);
	pthread_cond_timedwait(&never, &other_lock, &until);
	pthread_mutex_unlock(&other_lock);
	table++;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, updates, NULL))
		return 1;
	updates(NULL);
	pthread_join(thread, NULL);
	for (int i = 0; i < 20; i++)
		look_up();
	wait_in_vain();
	return 0;
}
