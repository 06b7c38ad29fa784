// SPDX-License-Identifier: BSD-2-Clause
// System calls with flags, one of each kind.
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

int main(void)
{
	struct sockaddr_in in = {
	    .sin_family = AF_INET, .sin_port = htons(7), .sin_addr.s_addr = htonl(0x7f000001)};
	struct sockaddr_un un = {AF_UNIX, "/nowhere/socket"};
	char *page;
	int fd, s;

	signal(SIGUSR1, SIG_IGN);
	fd = openat(AT_FDCWD, "named.file", O_RDWR | O_CREAT | O_SYNC | O_CLOEXEC, 0640);
	if (write(fd, "hello\n", 6) != 6)
		abort();
	lseek(fd, 2, SEEK_SET);
	fcntl(fd, F_SETFD, 0);
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	mprotect(page, 4096, PROT_NONE);
	madvise(page, 4096, MADV_DONTNEED);
	kill(getpid(), SIGUSR1);
	s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	connect(s, (void *)&in, sizeof(in));
	s = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
	connect(s, (void *)&un, sizeof(un));
	shutdown(s, SHUT_WR);
	mkdirat(AT_FDCWD, "/nowhere/directory", 0750);
	unlinkat(AT_FDCWD, "/nowhere/directory", AT_REMOVEDIR);
	return 0;
}
