/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks up addresses in all ways that need no network, and an invalid one. */
#include <netdb.h>
#include <stddef.h>
#include <sys/socket.h>

int main(void)
{
	struct addrinfo *found;
	struct hostent entry, *got;
	char room[1024];
	int error;

	if (getaddrinfo("127.0.0.1", "80", NULL, &found))
		return 1;
	freeaddrinfo(found);
	if (!gethostbyname("127.0.0.2") || !gethostbyname2("127.0.0.3", AF_INET) ||
	    gethostbyname_r("127.0.0.4", &entry, room, sizeof(room), &got, &error) ||
	    gethostbyname2_r("127.0.0.5", AF_INET, &entry, room, sizeof(room), &got, &error) ||
	    gethostbyname2("256.1", AF_INET) || !gethostbyname("localhost"))
		return 1;
	return getaddrinfo("not an address", NULL, &(struct addrinfo){.ai_flags = AI_NUMERICHOST},
			   &found) != EAI_NONAME;
}
