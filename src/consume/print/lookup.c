/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conversions that query the system: calendar, services, host names. Services and host names come
 * from the machine's databases at the time of printing.
 */
#include "consume/print/printf.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <time.h>

enum { NS = 1000000000 }; // per second

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/** Writes the first `digits` digits of the nanoseconds. */
static size_t format_fraction(char *buf, size_t size, int64_t ns, int digits)
{
	char all[16];

	snprintf(all, sizeof(all), "%09lld", (long long)((ns % NS + NS) % NS));
	return digits > 0 ? (size_t)snprintf(buf, size, ".%.*s", digits, all) : 0;
}

size_t dt_lookup_time(char *buf, size_t size, int64_t ns, const struct dt_time_form *form)
{
	time_t seconds = ns / NS - (ns % NS < 0);
	struct tm tm;
	size_t n;

	if (!localtime_r(&seconds, &tm))
		return 0;
	n = strftime(buf, size, form->date, &tm);
	n += format_fraction(buf + n, size - n, ns, form->digits);
	return n + strftime(buf + n, size - n, form->zone, &tm);
}

#pragma GCC diagnostic pop

size_t dt_lookup_port(char *buf, size_t size, uint16_t port)
{
	struct servent entry, *found = NULL;
	char space[1024];

	if (getservbyport_r(htons(port), NULL, &entry, space, sizeof(space), &found) == 0 && found)
		return (size_t)snprintf(buf, size, "%.255s", found->s_name);
	return (size_t)snprintf(buf, size, "%u", port);
}

size_t dt_lookup_host(char *buf, size_t size, const char *address)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};
	int failed = 1;

	if (inet_pton(AF_INET, address, &v4.sin_addr) == 1)
		failed = getnameinfo((struct sockaddr *)&v4, sizeof(v4), buf, (socklen_t)size, NULL,
				     0, NI_NAMEREQD);
	else if (inet_pton(AF_INET6, address, &v6.sin6_addr) == 1)
		failed = getnameinfo((struct sockaddr *)&v6, sizeof(v6), buf, (socklen_t)size, NULL,
				     0, NI_NAMEREQD);
	return failed ? (size_t)snprintf(buf, size, "%s", address) : strlen(buf);
}
