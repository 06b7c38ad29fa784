/* SPDX-License-Identifier: BSD-2-Clause */
/* Connects to nowhere: the descriptor is none. */
#include <arpa/inet.h>
#include <sys/socket.h>

int main(void)
{
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(7)};

	to.sin_addr.s_addr = inet_addr("127.0.10.255");
	connect(-1, (struct sockaddr *)&to, sizeof(to));
	return 0;
}
