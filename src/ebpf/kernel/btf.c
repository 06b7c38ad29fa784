/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds BTF for the verifier. The argument of a global function is a number or a pointer to memory
 * of a known size, which BTF expresses as a pointer to a char array of that size. Names are only
 * for people who list programs. The BTF is built at run time, because the session's strsize is the
 * size of every string argument.
 */
#include "ebpf/kernel/btf.h"

#include "ebpf/ebpf.h"
#include "ebpf/kernel/sys.h"
#include "rt/rt.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct builder {
	struct btf *btf;
	uint32_t u32, u64, c;
	uint32_t size[16]; // sizes of the arrays so far
	uint32_t pointer[16];
	unsigned n;
	int failed; // errno of the first failure
};

static uint32_t check_id(struct builder *b, int id)
{
	if (id < 0 && !b->failed)
		b->failed = -id;
	return id < 0 ? 0 : (uint32_t)id;
}

static uint32_t add_array(struct builder *b, uint32_t size)
{
	return check_id(b, btf__add_array(b->btf, (int)b->u32, (int)b->c, size));
}

static uint32_t add_pointer(struct builder *b, uint32_t size)
{
	for (unsigned i = 0; i < b->n; i++) {
		if (b->size[i] == size)
			return b->pointer[i];
	}
	uint32_t id = check_id(b, btf__add_ptr(b->btf, (int)add_array(b, size)));
	if (b->n < dt_array_len(b->size)) {
		b->size[b->n] = size;
		b->pointer[b->n++] = id;
	}
	return id;
}

static uint32_t add_func(struct builder *b, const char *name, bool is_static, const uint32_t *args,
			 unsigned n_args)
{
	uint32_t types[DT_RT_MAX_ARGS];

	for (unsigned i = 0; i < n_args; i++)
		types[i] = args[i] == DT_RT_SCALAR ? b->u64 : add_pointer(b, args[i]);
	uint32_t proto = check_id(b, btf__add_func_proto(b->btf, (int)b->u64));
	for (unsigned i = 0; i < n_args; i++) {
		char arg[8] = {'a', (char)('0' + i)};

		check_id(b, btf__add_func_param(b->btf, arg, (int)types[i]));
	}
	return check_id(
	    b,
	    btf__add_func(b->btf, name, is_static ? BTF_FUNC_STATIC : BTF_FUNC_GLOBAL, (int)proto));
}

static void add_runtime(struct builder *b, struct dt_bpf_btf *ret)
{
	ret->runtime = dt_zalloc((dt_rt_count + 1) * sizeof(*ret->runtime));
	for (size_t i = 0; i < dt_rt_count; i++) {
		const struct dt_rt_func *f = &dt_rt_table[i];
		uint32_t args[DT_RT_MAX_ARGS];

		for (unsigned k = 0; k < f->n_args; k++)
			args[k] = f->args[k] == DT_RT_STRING ? (uint32_t)ret->strsize : f->args[k];
		ret->runtime[i] = add_func(b, f->name, f->is_static, args, f->n_args);
	}
}

static struct dt_error *load_btf(struct builder *b, int *fd)
{
	uint32_t size = 0;
	const void *data = b->failed ? NULL : btf__raw_data(b->btf, &size);
	union bpf_attr attr = {0};

	if (!data)
		return dt_error_os(b->failed ? b->failed : ENOMEM, "describe types to the kernel");
	attr.btf = (uint64_t)(uintptr_t)data;
	attr.btf_size = size;
	*fd = dt_sys_bpf(BPF_BTF_LOAD, &attr);
	return *fd < 0 ? dt_sys_error(errno, "describe types to the kernel") : NULL;
}

struct dt_error *dt_btf_create(size_t strsize, const struct dt_map_desc *maps, size_t n_maps,
			       struct dt_bpf_btf **ret, int *fd)
{
	static const uint32_t scalars[DT_BTF_MAX_PARAMS] = {0};
	struct builder b = {.btf = btf__new_empty()};
	struct dt_bpf_btf *types = dt_zalloc(sizeof(*types));

	if (!b.btf)
		b.failed = errno;
	types->strsize = strsize;
	types->values = dt_zalloc((n_maps + 1) * sizeof(*types->values));
	if (b.btf) {
		b.u32 = check_id(&b, btf__add_int(b.btf, "unsigned int", 4, 0));
		b.u64 = check_id(&b, btf__add_int(b.btf, "unsigned long", 8, 0));
		b.c = check_id(&b, btf__add_int(b.btf, "char", 1, BTF_INT_SIGNED));
		types->key = check_id(&b, btf__add_int(b.btf, "int", 4, BTF_INT_SIGNED));
		for (unsigned k = 0; k <= DT_BTF_MAX_PARAMS; k++)
			types->local[k] = add_func(&b, "dt_clauses", k == 1, scalars, k);
		for (size_t i = 0; i < n_maps; i++) {
			if (maps[i].kind == DT_MAPK_THREAD)
				types->values[i] = add_array(&b, maps[i].value_size);
		}
		add_runtime(&b, types);
	}
	struct dt_error *err = load_btf(&b, fd);
	btf__free(b.btf);
	if (err) {
		dt_btf_destroy(types);
		return err;
	}
	*ret = types;
	return NULL;
}

void dt_btf_destroy(struct dt_bpf_btf *b)
{
	if (!b)
		return;
	free(b->runtime);
	free(b->values);
	free(b);
}

const char *dt_bpf_library(void)
{
	return libbpf_version_string();
}
