/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The path of the open file says where a debug link begins to be looked for; the file itself is
 * given open, because the path may lead elsewhere by now, or nowhere.
 */
#include "symbols/elf/separate.h"

#include "base/str.h"

#include <elfutils/libdwfl.h>
#include <unistd.h>

static int note_module(Dwfl_Module *m, void **data, const char *name, Dwarf_Addr start, void *arg)
{
	*(Dwfl_Module **)arg = m;
	return DWARF_CB_ABORT;
}

/** The only one. */
static Dwfl_Module *module_of(Dwfl *dwfl)
{
	Dwfl_Module *m = NULL;

	if (dwfl)
		dwfl_getmodules(dwfl, note_module, &m, 0);
	return m;
}

void *dt_separate_open(int fd)
{
	static const Dwfl_Callbacks callbacks = {
	    .find_elf = dwfl_build_id_find_elf,
	    .find_debuginfo = dwfl_standard_find_debuginfo,
	};
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/self/fd/%d", fd);
	char real[4096];
	ssize_t len = readlink(path, real, sizeof(real) - 1);
	int copy = dup(fd);
	Dwfl *dwfl;

	if (len < 0 || copy < 0)
		return NULL;
	real[len] = '\0';
	dwfl = dwfl_begin(&callbacks);
	if (!dwfl || !dwfl_report_elf(dwfl, real, real, copy, 0, true)) {
		close(copy);
		dwfl_end(dwfl);
		return NULL;
	}
	dwfl_report_end(dwfl, NULL, NULL);
	return dwfl;
}

void dt_separate_close(void *separate)
{
	dwfl_end(separate);
}

void dt_separate_symbols(void *separate,
			 void (*add)(void *self, const GElf_Sym *s, const char *name), void *self)
{
	Dwfl_Module *m = module_of(separate);
	int n = m ? dwfl_module_getsymtab(m) : 0;

	for (int i = 1; i < n; i++) {
		GElf_Addr addr;
		GElf_Sym s;
		const char *name = dwfl_module_getsym_info(m, i, &s, &addr, NULL, NULL, NULL);

		if (name)
			add(self, &s, name);
	}
}

void *dt_separate_dwarf(void *separate)
{
	Dwfl_Module *m = module_of(separate);
	Dwarf_Addr bias;

	// Without the process there is nothing to relocate: addresses stay the file's.
	return m ? dwfl_module_getdwarf(m, &bias) : NULL;
}
