// SPDX-License-Identifier: BSD-2-Clause
// A known number of calls of each kind, between close(-1000) and close(-1001).
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static char buffer[100];

static struct iovec *parts(size_t n)
{
	static struct iovec iov[2] = {{.iov_base = buffer},
				      {.iov_base = buffer + 50, .iov_len = 1}};

	iov[0].iov_len = n - 1;
	return iov;
}

/** 11 calls, 83 bytes. */
static int reads(void)
{
	int fd = open("/dev/zero", O_RDONLY), ok = 0;

	for (int i = 0; i < 5; i++)
		ok += read(fd, buffer, 10) == 10;
	ok += read(-1, buffer, 10) == -1;
	ok += readv(fd, parts(7), 2) == 7;
	ok += readv(fd, parts(7), 2) == 7;
	ok += pread(fd, buffer, 5, 0) == 5;
	ok += preadv(fd, parts(6), 2, 0) == 6;
	ok += preadv2(fd, parts(8), 2, 0, 0) == 8;
	return ok == 11;
}

/** 8 calls, 77 bytes. */
static int writes(void)
{
	int fd = open("/dev/null", O_WRONLY), ok = 0;

	for (int i = 0; i < 3; i++)
		ok += write(fd, buffer, 9) == 9;
	ok += write(-1, buffer, 10) == -1;
	ok += writev(fd, parts(11), 2) == 11;
	ok += pwrite(fd, buffer, 12, 0) == 12;
	ok += pwritev(fd, parts(13), 2, 0) == 13;
	ok += pwritev2(fd, parts(14), 2, 0, 0) == 14;
	return ok == 8;
}

/** 3 calls each. */
static int messages_and_semaphores(void)
{
	struct {
		long type;
		char text[4];
	} m = {1, "abc"};
	struct sembuf up = {0, 1, 0};
	int queue = msgget(IPC_PRIVATE, 0600), set = semget(IPC_PRIVATE, 1, 0600), ok = 0;

	ok +=
	    !msgsnd(queue, &m, 4, 0) && !msgsnd(queue, &m, 4, 0) && msgrcv(queue, &m, 4, 0, 0) == 4;
	for (int i = 0; i < 3; i++)
		ok += !semop(set, &up, 1);
	msgctl(queue, IPC_RMID, NULL);
	semctl(set, 0, IPC_RMID);
	return ok == 4;
}

static int executes_nothing(void)
{
	char *const none[] = {NULL};

	return execve("/nonexistent", none, none) == -1 && execve("/nonexistent", none, none) == -1;
}

static int has_too_many(void)
{
	struct rlimit none = {0, 0};

	return !setrlimit(RLIMIT_NPROC, &none) && !setresuid(54321, 54321, 54321) && fork() == -1 &&
	       errno == EAGAIN && fork() == -1 && errno == EAGAIN;
}

static int nothing(void)
{
	return 1;
}

static int child(int (*work)(void))
{
	pid_t pid = fork();
	int status = 1;

	if (!pid)
		_exit(!work());
	waitpid(pid, &status, 0);
	return !status;
}

static void *thread(void *arg)
{
	return arg;
}

/** 9 forks, 3 vforks, 4 threads; 2 programs that do not exist; 2 processes too many. */
static int processes(void)
{
	int ok = child(executes_nothing) + child(has_too_many);

	for (int i = 0; i < 7; i++)
		ok += child(nothing);
	for (int i = 0; i < 3; i++) {
		pid_t pid = vfork();

		if (!pid)
			_exit(0);
		ok += waitpid(pid, NULL, 0) == pid;
	}
	for (int i = 0; i < 4; i++) {
		pthread_t t;

		ok += !pthread_create(&t, NULL, thread, NULL) && !pthread_join(t, NULL);
	}
	return ok == 16;
}

int main(void)
{
	int ok;

	close(-1000);
	ok = reads() + writes() + messages_and_semaphores() + processes();
	close(-1001);
	return ok != 4;
}
