/* SPDX-License-Identifier: BSD-2-Clause */
/* Passes addresses to a failing call, and prints them as text. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void)
{
	static const char *const texts[] = {
	    "::",
	    "::1",
	    "1::",
	    "fe80::1:0:0:a",
	    "2001:db8::ff00:0",
	    "1:2:3:4:5:6:7:8",
	    "::ffff:10.0.255.1",
	    "::1.2.3.4",
	    "1:0:0:2:0:0:3:4",
	    "0:1:0:1:0:1:0:1",
	    "a:b:c:d:e:f::",
	    "abcd:ef01:2345:6789:abcd:ef01:2345:6789",
	};
	char text[INET6_ADDRSTRLEN];
	unsigned char address[16];

	for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		inet_pton(AF_INET6, texts[i], address);
		printf("%s", inet_ntop(AF_INET6, address, text, sizeof(text)));
		printf(" %s\n", inet_ntop(AF_INET, address, text, sizeof(text)));
		syscall(SYS_sethostname, address, -1);
	}
	return 0;
}
