/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the caller at the entry of a kernel function if the processor keeps it in a register. The
 * kernel's unwinder follows frame pointers from there and misses the caller. If the return of the
 * function is probed, too, by any tracer, the kernel has replaced the register by its own code's
 * address. It keeps the original in the thread's list of pending returns, the latest first.
 */
#include "provider/fbt/internal.h"

#include "arch/arch.h"
#include "provider/registers.h"
#include "symbols/kernel/symbols.h"
#include "types/btf/offsets.h"

enum { PROBES_MAX = 4 }; // of one return, which are followed

struct pending {
	uint32_t list, node, address; // of the thread, and in a list's member
	uint64_t code[2];	      // to which probed functions return
};

static bool find_pending(struct pending *p)
{
	const struct dt_btf_member_query members[] = {
	    {"task_struct", "kretprobe_instances", &p->list},
	    {"kretprobe_instance", "llist", &p->node},
	    {"kretprobe_instance", "ret_addr", &p->address},
	};
	struct dt_kernel_symbols k = {0};
	bool found = dt_btf_find_members("vmlinux", members, dt_array_len(members)) &&
		     dt_kernel_function(&k, "__kretprobe_trampoline", p->code);

	dt_kernel_symbols_deinit(&k);
	return found;
}

dt_reg dt_fbt_entry_caller(const struct dt_context *self, struct dt_ir_func *f)
{
	const struct dt_machine *m = &dt_arch.native;
	struct pending p = {0};
	dt_reg caller, at;
	dt_label end;
	int64_t distance;

	if (m->link == DT_NO_REG)
		return 0;
	caller = dt_ir_mov(f, dt_register(f, m->link));
	if (!find_pending(&p))
		return caller;
	distance = (int64_t)p.address - (int64_t)p.node;
	end = dt_ir_label(f);
	at = dt_ir_bini(f, DT_IR_ADD, dt_ir_env(f, DT_ENV_TASK_NUMBER), p.list);
	for (int i = 0; i < PROBES_MAX; i++) {
		dt_ir_branchi(f, DT_IR_NE, caller, (int64_t)p.code[0], end);
		at = dt_register_kernel_word(m, f, at);
		dt_ir_mov_to(f, caller,
			     dt_register_kernel_word(m, f, dt_ir_bini(f, DT_IR_ADD, at, distance)));
	}
	dt_ir_place(f, end);
	return caller;
}
