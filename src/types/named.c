/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tables of named.def, and how a value becomes a text.
 */
#include "types/named.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <netinet/in.h>

// The operator # takes names unexpanded, so no macro may pass one on to another macro.
#define ONE(name_)	      {#name_, ~0ULL, (uint64_t)(name_)},
#define AS_ONE(name_, value_) {#name_, ~0ULL, (value_)},
#define IN(mask_, name_)      {#name_, (mask_), (name_)},
#define AS(name_, value_)     {#name_, (value_), (value_)},
#define BIT(name_)	      {#name_, (uint64_t)(name_), (uint64_t)(name_)},

#define NAMED(type_, basic_, base_, ...) \
	static const struct dt_named_value type_##_values[] = {__VA_ARGS__{NULL, 0, 0}};
#include "types/named.def"
#undef NAMED

#define NAMED(type_, basic_, base_, ...) {#type_, basic_, base_, type_##_values},
const struct dt_named_type dt_named_types[] = {
#include "types/named.def"
};
#undef NAMED

const size_t dt_named_type_count = dt_array_len(dt_named_types);

const struct dt_named_type *dt_named_type(const struct dt_type *t)
{
	for (; t && t->kind == DT_TYPE_TYPEDEF; t = t->ref)
		for (size_t i = 0; i < dt_named_type_count; i++)
			if (!strcmp(t->name, dt_named_types[i].name))
				return &dt_named_types[i];
	return NULL;
}

static void append_number(struct dt_str *out, unsigned base, int64_t v)
{
	if (base == 10)
		dt_str_printf(out, "%lld", (long long)v);
	else
		dt_str_printf(out, base == 8 ? "%#llo" : "%#llx", (unsigned long long)v);
}

void dt_named_append(struct dt_str *out, const struct dt_named_type *n, int64_t v)
{
	uint64_t rest = n->basic == DT_INT    ? (uint64_t)(int32_t)v
			: n->basic == DT_UINT ? (uint32_t)v
					      : (uint64_t)v;
	const char *separator = "";
	bool is_whole = false; // every bit has its name

	for (const struct dt_named_value *x = n->values; x->name && !is_whole; x++) {
		if ((rest & x->mask) != x->value)
			continue;
		dt_str_printf(out, "%s%s", separator, x->name);
		separator = "|";
		rest &= ~x->mask;
		is_whole = !rest;
	}
	if (is_whole)
		return;
	dt_str_append(out, separator);
	append_number(out, n->base,
		      n->base == 16 && n->basic == DT_INT ? (uint32_t)rest : (int64_t)rest);
}
