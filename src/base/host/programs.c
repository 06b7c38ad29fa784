/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/host/programs.h"

#include "base/mem.h"

#include <linux/bpf.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

int dt_program_load_empty(uint32_t type, uint32_t expected_attach_type, uint32_t flags)
{
	static const struct bpf_insn code[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K},
					       {.code = BPF_JMP | BPF_EXIT}};
	union bpf_attr attr = {.prog_type = type,
			       .expected_attach_type = expected_attach_type,
			       .prog_flags = flags,
			       .insns = (uint64_t)(uintptr_t)code,
			       .insn_cnt = dt_array_len(code),
			       .license = (uint64_t)(uintptr_t) "Dual BSD/GPL"};

	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

void dt_await_programs(void)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}
