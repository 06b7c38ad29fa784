/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source: opentelemetry-proto 1.11.0, resource.proto; the specifications "Resource SDK" and
 * "Resource semantic conventions".
 */
#include "export/environment.h"
#include "export/otlp/otlp.h"

#include <errno.h>
#include <stdio.h>
#include <sys/random.h>
#include <sys/utsname.h>

enum { ATTRIBUTES = 1 };

/** Writes a random UUID, version 4. */
static void make_uuid(char ret[37])
{
	uint8_t b[16] = {0};

	while (getrandom(b, sizeof(b), 0) < 0 && errno == EINTR)
		;
	b[6] = (uint8_t)((b[6] & 0x0f) | 0x40);
	b[8] = (uint8_t)((b[8] & 0x3f) | 0x80);
	snprintf(ret, 37, "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
		 b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
		 b[13], b[14], b[15]);
}

static void write_pair(void *arg, const char *key, const char *value)
{
	dt_otlp_text(arg, ATTRIBUTES, key, value);
}

void dt_otlp_resource(struct dt_pb *pb)
{
	const char *name = dt_environment("OTEL_SERVICE_NAME");
	struct utsname host;
	char id[37];

	make_uuid(id);
	dt_environment_pairs(dt_environment("OTEL_RESOURCE_ATTRIBUTES"), write_pair, pb);
	dt_otlp_text(pb, ATTRIBUTES, "service.name", name ? name : "dtrace");
	dt_otlp_text(pb, ATTRIBUTES, "service.version", DT_VERSION);
	dt_otlp_text(pb, ATTRIBUTES, "service.instance.id", id);
	if (!uname(&host))
		dt_otlp_text(pb, ATTRIBUTES, "host.name", host.nodename);
	dt_otlp_text(pb, ATTRIBUTES, "os.type", "linux");
}
