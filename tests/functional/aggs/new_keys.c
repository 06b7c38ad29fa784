/* Two threads that make 5,000 calls of getppid() each; the argument is a number that both use. */
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *call(void *unused)
{
	for (long i = 0; i < 5000; i++)
		syscall(SYS_getppid, i * i);
	return NULL;
}

int main(void)
{
	pthread_t other;

	pthread_create(&other, NULL, call, NULL);
	call(NULL);
	pthread_join(other, NULL);
	return 0;
}
