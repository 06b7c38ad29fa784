/* SPDX-License-Identifier: BSD-2-Clause */
/** Instructions for the few hand-written programs; all move 64 bits. */
#ifndef DT_EBPF_INSN_H
#define DT_EBPF_INSN_H

#include <linux/bpf.h>
#include <stdint.h>

#define EXIT_INSN ((struct bpf_insn){.code = BPF_JMP | BPF_EXIT})

static inline struct bpf_insn insn_mov(unsigned dst, int32_t imm)
{
	return (struct bpf_insn){
	    .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = dst & 15, .imm = imm};
}

static inline struct bpf_insn insn_copy(unsigned dst, unsigned src)
{
	return (struct bpf_insn){
	    .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = dst & 15, .src_reg = src & 15};
}

static inline struct bpf_insn insn_add(unsigned dst, int32_t imm)
{
	return (struct bpf_insn){
	    .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = dst & 15, .imm = imm};
}

static inline struct bpf_insn insn_load(unsigned dst, unsigned src, int16_t at)
{
	return (struct bpf_insn){.code = BPF_LDX | BPF_MEM | BPF_DW,
				 .dst_reg = dst & 15,
				 .src_reg = src & 15,
				 .off = at};
}

static inline struct bpf_insn insn_store(unsigned dst, int16_t at, unsigned src)
{
	return (struct bpf_insn){.code = BPF_STX | BPF_MEM | BPF_DW,
				 .dst_reg = dst & 15,
				 .src_reg = src & 15,
				 .off = at};
}

static inline struct bpf_insn insn_call(int32_t helper)
{
	return (struct bpf_insn){.code = BPF_JMP | BPF_CALL, .imm = helper};
}

#endif
