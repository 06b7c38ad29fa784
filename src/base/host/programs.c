/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/host/programs.h"

#include "base/mem.h"

#include <bpf/bpf.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

int dt_program_load_empty(uint32_t type, uint32_t expected_attach_type, uint32_t flags)
{
	static const struct bpf_insn code[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K},
					       {.code = BPF_JMP | BPF_EXIT}};
	LIBBPF_OPTS(bpf_prog_load_opts, options,
		    .expected_attach_type = (enum bpf_attach_type)expected_attach_type,
		    .prog_flags = flags);

	return bpf_prog_load((enum bpf_prog_type)type, "dt_empty", "Dual BSD/GPL", code,
			     dt_array_len(code), &options);
}

void dt_await_programs(void)
{
	syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}
