/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The golden modes "ir" and "bpf": what the programs of a D script look like in IR and as
 * instructions. The script goes through a whole session up to, and without, the kernel, whose
 * offsets are not used. Keep to probes whose context needs no offset of this kernel: BEGIN, END,
 * profile.
 */
#include "golden-back.h"

#include "ir/ir.h"
#include "session/program/program.h"

#include <string.h>

static struct dt_error *generate(struct dtrace *d, const char *path)
{
	DT_TRY(dtrace_add(d, DTRACE_TEXT_FILE, path));
	DT_TRY(dtrace_check(d));
	return dtrace_generate(d, -1);
}

bool golden_back(const char *mode, const char *path, struct dt_str *out)
{
	struct dtrace *d;
	bool bpf = !strcmp(mode, "bpf");

	if (!bpf && strcmp(mode, "ir"))
		return false;
	struct dt_error *err = dtrace_open(&d);
	if (!err) {
		d->programs->uses_offsets = false;
		err = generate(d, path);
		dt_vec_foreach (&d->programs->list, p) {
			if (err)
				break;
			if (bpf)
				dt_bpf_disasm(out, &(*p)->code);
			else
				dt_ir_print(out, (*p)->ir);
		}
		dtrace_close(d);
	}
	if (err)
		dt_str_printf(out, "error: %s\n", err->message);
	dt_error_destroy(err);
	return true;
}
