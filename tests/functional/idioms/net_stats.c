/* SPDX-License-Identifier: BSD-2-Clause */
/* In a separate network: 3 times 100 bytes by TCP, 4 datagrams of 7 bytes, a refused connection. */
#include <arpa/inet.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in here = {.sin_family = AF_INET};
static char text[400];

static int tcp(void)
{
	int listener = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0), s;

	if (bind(listener, (struct sockaddr *)&here, sizeof(here)) || listen(listener, 1) ||
	    connect(c, (struct sockaddr *)&here, sizeof(here)))
		return 0;
	s = accept(listener, NULL, NULL);
	for (int i = 0; i < 3; i++)
		if (send(c, text, 100, 0) != 100 || recv(s, text, 100, MSG_WAITALL) != 100)
			return 0;
	close(c);
	close(s);
	close(listener);
	return 1;
}

static int udp(void)
{
	int u = socket(AF_INET, SOCK_DGRAM, 0);

	if (bind(u, (struct sockaddr *)&here, sizeof(here)))
		return 0;
	for (int i = 0; i < 4; i++)
		if (sendto(u, text, 7, 0, (struct sockaddr *)&here, sizeof(here)) != 7 ||
		    recv(u, text, 7, 0) != 7)
			return 0;
	close(u);
	return 1;
}

int main(void)
{
	struct ifreq up = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	int refused;

	if (unshare(CLONE_NEWNET) || ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCSIFFLAGS, &up))
		return 1;
	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	here.sin_port = htons(7301);
	close(-1000); // a mark for the script
	if (!tcp() || !udp())
		return 1;
	here.sin_port = htons(7302);
	refused = socket(AF_INET, SOCK_STREAM, 0);
	connect(refused, (struct sockaddr *)&here, sizeof(here));
	return 0;
}
