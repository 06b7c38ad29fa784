/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the syscall provider: the arithmetic of probe ids, and the contexts.
 */
#ifndef DT_PROVIDER_SYSCALL_H
#define DT_PROVIDER_SYSCALL_H

#include "arch/syscall.h"
#include "ir/context.h"

/** Programs compute the id of a probe:
 *  DT_SYSCALL_ID_BASE + abi * DT_SYSCALL_ID_ABI + number * 2 + (return ? 1 : 0). */
enum {
	DT_SYSCALL_ID_BASE = 1024,
	DT_SYSCALL_ID_ABI = 4096,
	DT_SYSCALL_ID_COUNT = DT_SYSCALL_ABIS * DT_SYSCALL_ID_ABI,
};

static inline uint32_t dt_syscall_id(enum dt_syscall_abi abi, unsigned nr, bool is_return)
{
	return DT_SYSCALL_ID_BASE + abi * DT_SYSCALL_ID_ABI + nr * 2 + is_return;
}

static inline enum dt_syscall_abi dt_syscall_id_abi(uint32_t id)
{
	return (id - DT_SYSCALL_ID_BASE) / DT_SYSCALL_ID_ABI;
}

static inline unsigned dt_syscall_id_nr(uint32_t id)
{
	return (id - DT_SYSCALL_ID_BASE) % DT_SYSCALL_ID_ABI / 2;
}

/** Ways of attaching a session's programs. */
enum dt_syscall_mechanism { DT_SYSCALL_RAW, DT_SYSCALL_EVENT, DT_SYSCALL_MECHANISMS };

const struct dt_context *dt_syscall_context(enum dt_syscall_mechanism mechanism, bool is_return);

#endif
