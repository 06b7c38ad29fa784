/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The cache of probe names. It only grows, up to the number of enabled probes.
 */
#include "consume/value/names.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

struct dt_error *dt_names_init(struct dt_names *n, const struct dt_consume_config *config,
			       dt_names_prefix_fn *prefix)
{
	*n = (struct dt_names){.config = config, .prefix = prefix};
	return dt_symbols_init(&n->symbols, config->program, config->watch, config->options);
}

void dt_names_deinit(struct dt_names *n)
{
	struct dt_map_entry *e;

	for (size_t pos = 0; (e = dt_map_next(&n->by_id, &pos));) {
		struct dt_probe_info *info = e->value;

		dt_str_deinit(&info->prefix);
		free(info);
	}
	dt_map_deinit(&n->by_id);
	for (size_t i = 0; i < dt_array_len(n->same); i++)
		dt_map_deinit(&n->same[i]);
	dt_symbols_deinit(&n->symbols);
	*n = (struct dt_names){0};
}

/** Returns the first probe whose name has this text in this part. */
static uint32_t first_with_text(struct dt_map *same, const char *text, uint32_t id)
{
	uintptr_t known = (uintptr_t)dt_map_get_str(same, text);

	if (known)
		return (uint32_t)(known - 1);
	dt_map_put_str(same, text, (void *)((uintptr_t)id + 1));
	return id;
}

/** Reports whether the name is the word, or ends with a dash and the word, as "method-entry". */
static bool names_flow(const char *name, const char *word)
{
	size_t n = strlen(name), w = strlen(word);

	return n >= w && !strcmp(name + n - w, word) && (n == w || name[n - w - 1] == '-');
}

static struct dt_probe_info *make_info(struct dt_names *n, uint32_t id)
{
	struct dt_probe_info *info = dt_zalloc(sizeof(*info));

	info->name = n->config->probe(n->config->self, id);
	info->name.id = id;
	info->part[DT_PART_PROVIDER] = info->name.prov;
	info->part[DT_PART_MODULE] = info->name.mod;
	info->part[DT_PART_FUNCTION] = info->name.func;
	info->part[DT_PART_NAME] = info->name.name;
	for (size_t i = 0; i < dt_array_len(info->part); i++)
		info->same[i] = first_with_text(&n->same[i], info->part[i], id);
	info->flow = names_flow(info->name.name, "entry")    ? DT_FLOW_ENTRY
		     : names_flow(info->name.name, "return") ? DT_FLOW_RETURN
							     : DT_FLOW_NONE;
	info->is_syscall = !strcmp(info->name.prov, "syscall");
	n->prefix(info, &info->prefix);
	return info;
}

const struct dt_probe_info *dt_names_get(struct dt_names *n, uint32_t id)
{
	if (n->last && n->last->name.id == id)
		return n->last;
	struct dt_probe_info *info = dt_map_get(&n->by_id, &id, sizeof(id));
	if (!info) {
		info = make_info(n, id);
		dt_map_put(&n->by_id, &id, sizeof(id), info);
	}
	return n->last = info;
}
