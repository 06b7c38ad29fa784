/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The general registers of a stopped thread. Each architecture implements these functions.
 */
#ifndef DT_PLACE_PROGRAM_REGISTERS_H
#define DT_PLACE_PROGRAM_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

struct dt_registers {
	struct user_regs_struct user;
};

/** Bytes below the stack pointer that a function may use. */
enum { DT_RED_ZONE = 128 };

/** Returns false if the thread has ended. `*is_foreign`: it does not run 64-bit code. */
bool dt_registers_read(pid_t tid, struct dt_registers *ret, bool *is_foreign);
bool dt_registers_write(pid_t tid, const struct dt_registers *r);

/** Makes registers of which only these two are known. */
void dt_registers_init(struct dt_registers *ret, uint64_t pc, uint64_t sp);
uint64_t dt_registers_pc(const struct dt_registers *r);
void dt_registers_set_pc(struct dt_registers *r, uint64_t pc);
uint64_t dt_registers_sp(const struct dt_registers *r);
uint64_t dt_registers_thread(const struct dt_registers *r); // the thread pointer

/** Reports whether a register, the pc included, has a value in [begin, end). */
bool dt_registers_point_into(const struct dt_registers *r, uint64_t begin, uint64_t end);

/** Reports whether the thread stands behind a system call that the kernel will restart. */
bool dt_registers_restart(const struct dt_registers *r);
/** Reports whether it will restart through restart_syscall(2), that is, with what remains of a
 *  timeout. */
bool dt_registers_resume(const struct dt_registers *r);
/** Puts the pc back on the system call that the stop has interrupted with EINTR, if repeating it
 *  has no other effect than a timeout that begins anew. Returns false if there is none. */
bool dt_registers_rewind(struct dt_registers *r);

/** Distances from the thread pointer at which C libraries and languages keep the thread's id. */
extern const int32_t dt_thread_id_words[];
extern const size_t dt_thread_id_words_len;

#endif
