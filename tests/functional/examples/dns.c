/* SPDX-License-Identifier: BSD-2-Clause */
/* Asks for three names, and answers itself: the second does not exist. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void must(int ok)
{
	if (!ok)
		exit(1);
}

static size_t put_name(char *at, const char *name)
{
	char *begin = at;

	while (*name) {
		size_t len = strcspn(name, ".");

		*at++ = (char)len;
		memcpy(at, name, len);
		at += len;
		name += len + (name[len] == '.');
	}
	*at++ = 0;
	return (size_t)(at - begin);
}

int main(void)
{
	static const char *const names[] = {"www.example.org", "no.such.name", "local"};
	struct sockaddr_in at = {
	    .sin_family = AF_INET, .sin_port = htons(53), .sin_addr.s_addr = htonl(0x7f00004d)};
	int server = socket(AF_INET, SOCK_DGRAM, 0), client = socket(AF_INET, SOCK_DGRAM, 0);

	must(!bind(server, (struct sockaddr *)&at, sizeof(at)));
	must(!connect(client, (struct sockaddr *)&at, sizeof(at)));
	for (int i = 0; i < 3; i++) {
		char message[512] = {0, (char)i, 1, 0, 0, 1}, got[512];
		size_t len = 12 + put_name(message + 12, names[i]) + 4;
		struct sockaddr_in from;
		socklen_t size = sizeof(from);

		message[len - 3] = message[len - 1] = 1; // an address, of the internet
		must(send(client, message, len, 0) == (ssize_t)len);
		must(recvfrom(server, got, sizeof(got), 0, (struct sockaddr *)&from, &size) ==
		     (ssize_t)len);
		got[2] = (char)0x81;
		got[3] = i == 1 ? 3 : 0;
		must(sendto(server, got, len, 0, (struct sockaddr *)&from, size) == (ssize_t)len);
		must(recv(client, got, sizeof(got), 0) == (ssize_t)len);
	}
	return 0;
}
