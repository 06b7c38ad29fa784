/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vain: makes system calls that fail. No example may count their effects.
 *
 * `vain again` retransmits a segment, which its device drops as too large. Its connection stays in
 * progress.
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
	char *volatile nowhere = (char *)8;
	int udp = socket(AF_INET, SOCK_DGRAM, 0);

	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	here.sin_port = htons(PORT);
	if (argc > 1)
		return send_again();
	if (bind(udp, (struct sockaddr *)&here, sizeof(here)))
		return 1;
	return !(fails(open("/nowhere/vain.suffix", O_CREAT, 0600)) && fails(listen(udp, 3)) &&
		 fails(unlink("/nowhere/vain.suffix")) && fails(write(1, nowhere, 7)) &&
		 fails((long)mmap(NULL, TOO_MUCH, PROT_READ, MAP_PRIVATE, BAD_FD, 0)));
}
