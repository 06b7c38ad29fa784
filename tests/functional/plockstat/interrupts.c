// SPDX-License-Identifier: BSD-2-Clause
// interrupts FILE: takes a mutex 3 times, then interrupts the process group whose number is in the
// file as soon as the file exists. Ignores the signal itself.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	int group = 0;

	if (argc < 2)
		return 1;
	signal(SIGINT, SIG_IGN);
	for (int i = 0; i < 3; i++) {
		pthread_mutex_lock(&mutex);
		pthread_mutex_unlock(&mutex);
	}
	while (!group) {
		FILE *f = fopen(argv[1], "r");

		if (f && fscanf(f, "%d\n", &group) != 1)
			group = 0;
		if (f)
			fclose(f);
		usleep(10000);
	}
	return kill(-group, SIGINT);
}
