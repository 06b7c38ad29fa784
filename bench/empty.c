/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * empty COMMAND…: runs a command while an empty BPF program is attached to the raw tracepoint
 * sys_enter. The cost of a system call is then the minimum for every tracer on that tracepoint.
 */
#include <bpf/bpf.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static const struct bpf_insn program[] = {
	    {.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0},
	    {.code = BPF_JMP | BPF_EXIT},
	};
	int prog = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, "empty", "Dual BSD/GPL", program,
				 sizeof(program) / sizeof(*program), NULL);
	int status = 1;

	if (argc < 2 || prog < 0 || bpf_raw_tracepoint_open("sys_enter", prog) < 0) {
		perror("empty");
		return 1;
	}
	if (!fork()) {
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	wait(&status);
	return status != 0;
}
