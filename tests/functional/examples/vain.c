/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vain: asks the kernel for things that it does not get. No example may count them as done.
 *
 * `vain again` sends a segment again, which its device drops as too large; the connection is under
 * way.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PORT = 7799, BAD_FD = 9999, TOO_MUCH = 1 << 30 };

static struct sockaddr_in here = {.sin_family = AF_INET};

/** Reports whether the result is the failure that it must be. */
static int fails(long result)
{
	if (result != -1)
		fprintf(stderr, "vain: a call did not fail\n");
	return result == -1;
}

static int send_again(void)
{
	struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	struct tcp_info info = {0};
	socklen_t size = sizeof(info);
	int c;

	if (unshare(CLONE_NEWNET))
		return 1;
	c = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	if (ioctl(c, SIOCSIFFLAGS, &lo) ||
	    system("tc qdisc add dev lo root tbf rate 8bit burst 10 limit 10000"))
		return 2;
	fails(connect(c, (struct sockaddr *)&here, sizeof(here)));
	while (!info.tcpi_retransmits)
		if (usleep(10000) || getsockopt(c, IPPROTO_TCP, TCP_INFO, &info, &size))
			return 3;
	return 0;
}

int main(int argc, char **argv)
{
	struct rlimit limit = {5, 4};
	struct sockaddr_in none = {.sin_family = 99};
	char text[] = "a text in vain", *volatile nowhere = (char *)8;
	int fds[2], udp = socket(AF_INET, SOCK_DGRAM, 0);

	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	here.sin_port = htons(PORT);
	if (argc > 1)
		return send_again();
	if (pipe(fds) || bind(udp, (struct sockaddr *)&here, sizeof(here)))
		return 1;
	return !(
	    fails(open("/tmp/vain.suffix", O_RDONLY)) && fails(listen(udp, 3)) &&
	    fails(sendto(udp, text, sizeof(text), 0, (struct sockaddr *)&none, sizeof(none))) &&
	    fails(setrlimit(RLIMIT_NOFILE, &limit)) && fails(setpriority(9, 0, 5)) &&
	    fails(unlink("/tmp/vain.suffix")) && fails(write(fds[1], nowhere, 5)) &&
	    fails(write(1, nowhere, 7)) && fails(munmap(text + 1, TOO_MUCH)) &&
	    fails((long)mmap(NULL, TOO_MUCH, PROT_READ, MAP_PRIVATE, BAD_FD, 0)) &&
	    fails(pread(BAD_FD, text, 5, 0)) && fails(pread(BAD_FD, text, 5, 4096)));
}
