/* SPDX-License-Identifier: BSD-2-Clause */
/* Looks up an address, which needs no network, and a name that cannot be one. */
#include <netdb.h>
#include <stddef.h>

int main(void)
{
	struct addrinfo *found;

	if (getaddrinfo("127.0.0.1", "80", NULL, &found))
		return 1;
	freeaddrinfo(found);
	return getaddrinfo("not an address", NULL, &(struct addrinfo){.ai_flags = AI_NUMERICHOST},
			   &found) != EAI_NONAME;
}
