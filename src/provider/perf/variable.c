/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds addresses by name: in the kernel from /proc/kallsyms, in a process from the symbols of its
 * files, relocated by the address of the mapping.
 */
#include "provider/perf/watch.h"

#include "provider/process/code.h"
#include "symbols/elf/names.h"
#include "symbols/kernel/address.h"
#include "symbols/process/mapped.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LOWEST_KERNEL_BIT = 63 };

static bool is_kernel_address(uint64_t addr)
{
	return addr >> LOWEST_KERNEL_BIT;
}

static struct dt_error *read_address(const char *text, struct dt_variable *ret)
{
	char *end;

	errno = 0;
	ret->addr = strtoull(text, &end, 16);
	if (errno || *end || end == text + 2)
		return dt_error_new(DT_ERR_NOMATCH, "%s is not an address", text);
	if (ret->pid && is_kernel_address(ret->addr))
		return dt_error_new(DT_ERR_NOMATCH,
				    "%s is an address of the kernel: the provider is watch, "
				    "without a process id",
				    text);
	if (!ret->pid && !is_kernel_address(ret->addr))
		return dt_error_new(DT_ERR_NOMATCH,
				    "%s is not an address of the kernel: for a process, the "
				    "provider is watch with the process id, as in watch$target",
				    text);
	return NULL;
}

static struct dt_error *find_in_kernel(const char *module, const char *name,
				       struct dt_variable *ret)
{
	if (!dt_kernel_address(module, name, &ret->addr))
		return dt_error_new(DT_ERR_NOMATCH,
				    "the kernel shows no address of %s (/proc/kallsyms: many "
				    "kernels list functions only, and kernel.kptr_restrict may "
				    "hide all)",
				    name);
	if (!is_kernel_address(ret->addr))
		return dt_error_new(DT_ERR_NOMATCH,
				    "%s is a per-CPU variable: it has no single address", name);
	ret->module = *module ? module : "vmlinux";
	return NULL;
}

/** Finds the name in the file of a mapping. */
static bool find_in_file(pid_t pid, const struct dt_code_mapping *m, const char *name,
			 struct dt_variable *ret)
{
	struct dt_elf *e = dt_mapped_open(pid, &m->at);
	struct dt_elf_names names = {0};
	uint64_t addr, begin;
	bool found = false;

	if (e && e->machine && dt_elf_address(e, m->at.offset, &begin)) {
		dt_elf_names_read(&names, e);
		found = dt_elf_name_address(&names, name, &addr);
	}
	if (found) {
		const struct dt_symtab_entry *symbol = dt_symtab_find(&names.table, addr);

		ret->addr = m->at.start - begin + addr;
		ret->size = symbol && symbol->addr == addr ? symbol->size : 0;
		ret->module = m->module;
		ret->machine = e->machine;
	}
	dt_elf_names_deinit(&names);
	dt_elf_destroy(e);
	return found;
}

static bool matches_module(const char *pattern, const struct dt_code_mapping *m)
{
	return dt_query_field(pattern, m->module) ||
	       (m->is_executable && !strcmp(pattern, "a.out"));
}

static struct dt_error *find_in_process(struct dt_registry *r, const char *module, const char *name,
					struct dt_variable *ret)
{
	bool found = false, has_module = false;
	struct dt_process_code code;
	struct dt_error *err = dt_process_code_read(r, ret->pid, &code);

	dt_vec_foreach (&code.maps, m) {
		if (found || err || !matches_module(module, m))
			continue;
		has_module = true;
		found = find_in_file(ret->pid, m, name, ret);
	}
	dt_process_code_deinit(&code);
	if (found || err)
		return err;
	return has_module ? dt_error_new(DT_ERR_PROC_FUNCTION, "watch%d: no symbol %s in %s",
					 (int)ret->pid, name, *module ? module : "any module")
			  : dt_error_new(DT_ERR_PROC_MODULE, "watch%d has no module %s",
					 (int)ret->pid, module);
}

struct dt_error *dt_variable_find(struct dt_registry *r, const char *module, const char *name,
				  struct dt_variable *ret)
{
	module = module ? module : "";
	ret->module = "";
	ret->size = 0;
	ret->machine = &dt_arch.native;
	if (!strncmp(name, "0x", 2) && !*module)
		return read_address(name, ret);
	return ret->pid ? find_in_process(r, module, name, ret) : find_in_kernel(module, name, ret);
}
