/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Owners of kernel locks: struct mutex, struct rw_semaphore, rwlock_t. Spinlocks do not store their
 * owner, so only their type is available.
 *
 * The format of the locks is defined in <linux/mutex.h>, <linux/rwsem.h>, <kernel/locking/rwsem.c>
 * and <asm-generic/qrwlock.h>. The owner of a mutex is a task with flags in its three lowest bits.
 * In a semaphore's count, the lowest bit is set if a writer holds it, the next bits if a thread
 * waits (readers only wait behind a writer), and bit 8 and up count readers. In a rwlock_t, bit 9
 * and up count readers, bit 8 is a waiting writer, and the lowest byte a writer that holds the
 * lock.
 *
 * Not supported: kernels with PREEMPT_RT, whose locks lack these members, which dt_gen_member()
 * reports.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

#include <string.h>

enum lock_kind { LOCK_OTHER, LOCK_MUTEX, LOCK_RWSEM, LOCK_RWLOCK, LOCK_SPIN };

static const struct {
	const char *name; // tag or typedef name
	enum lock_kind kind;
} lock_types[] = {
    {"mutex", LOCK_MUTEX},	   {"rw_semaphore", LOCK_RWSEM}, {"rwlock_t", LOCK_RWLOCK},
    {"spinlock", LOCK_SPIN},	   {"spinlock_t", LOCK_SPIN},	 {"raw_spinlock", LOCK_SPIN},
    {"raw_spinlock_t", LOCK_SPIN}, {"qspinlock", LOCK_SPIN},
};

/** Bits of the lock's word. */
static const uint64_t MUTEX_OWNER = ~7ULL;
static const uint64_t RWSEM_WRITER = 1, RWSEM_WANTED = 7, RWSEM_READERS = 0x7fffffffffffff00;
static const uint64_t RWLOCK_WRITER = 0xff, RWLOCK_WANTED = 0x1ff, RWLOCK_READERS = 0xfffffe00;

/** Returns the kind of lock that the argument points to, by its static type. */
static enum lock_kind lock_kind(const struct dt_node *arg)
{
	const struct dt_type *t = dt_type_resolve(arg->type);

	for (t = dt_type_is_pointer(t) ? t->ref : NULL; t;) {
		for (size_t i = 0; t->name && i < dt_array_len(lock_types); i++)
			if (!strcmp(t->name, lock_types[i].name))
				return lock_types[i].kind;
		t = t->kind == DT_TYPE_TYPEDEF || t->kind == DT_TYPE_QUALIFIED ? t->ref : NULL;
	}
	return LOCK_OTHER;
}

/** Reads a member of the lock, of 8 or 4 bytes. */
static dt_reg lock_word(struct dt_gen *g, const struct dt_node *n, enum dt_kernel_member member,
			unsigned size)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg lock = dt_arg_value(g, n, 0, 0);
	dt_reg at = dt_ir_bini(f, DT_IR_ADD, lock, dt_gen_member(g, member));

	return dt_ir_load(f, size, dt_arg_read_kernel(g, at, size), 0);
}

/** Returns 1 if a COND b, else 0. */
static dt_reg condition_value(struct dt_gen *g, enum dt_ir_cond cond, dt_reg a, dt_reg b)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg r = dt_ir_reg(f);
	dt_label end = dt_ir_label(f);

	dt_ir_const_to(f, r, 1);
	dt_ir_branch(f, cond, a, b, end);
	dt_ir_const_to(f, r, 0);
	dt_ir_place(f, end);
	return r;
}

static dt_reg refuse_argument(struct dt_gen *g, const struct dt_node *n, const char *wanted)
{
	dt_gen_bad_arg(g, n, 0, wanted);
	return dt_ir_const(dt_gen_func(g), 0);
}

static dt_reg mutex_owner_value(struct dt_gen *g, const struct dt_node *n)
{
	if (lock_kind(dt_arg_node(n, 0)) != LOCK_MUTEX)
		return refuse_argument(g, n, "struct mutex *");
	return dt_ir_bini(dt_gen_func(g), DT_IR_AND, lock_word(g, n, DT_KERNEL_MUTEX_OWNER, 8),
			  MUTEX_OWNER);
}

static dt_reg mutex_owned_value(struct dt_gen *g, const struct dt_node *n)
{
	dt_reg owner = mutex_owner_value(g, n);

	return condition_value(g, DT_IR_EQ, owner, dt_gen_task_number(g));
}

static dt_reg is_type(struct dt_gen *g, const struct dt_node *n, enum lock_kind wanted)
{
	enum lock_kind kind = lock_kind(dt_arg_node(n, 0));

	if (kind != LOCK_MUTEX && kind != LOCK_SPIN)
		return refuse_argument(g, n, "struct mutex * or spinlock_t *");
	return dt_ir_const(dt_gen_func(g), kind == wanted);
}

static dt_reg mutex_type_adaptive_value(struct dt_gen *g, const struct dt_node *n)
{
	return is_type(g, n, LOCK_MUTEX);
}

static dt_reg mutex_type_spin_value(struct dt_gen *g, const struct dt_node *n)
{
	return is_type(g, n, LOCK_SPIN);
}

/** Returns 1 if any of the bits is set, else 0. */
static dt_reg rw_bits(struct dt_gen *g, const struct dt_node *n, uint64_t rwsem, uint64_t rwlock)
{
	struct dt_ir_func *f = dt_gen_func(g);
	enum lock_kind kind = lock_kind(dt_arg_node(n, 0));
	dt_reg word;

	if (kind == LOCK_RWSEM)
		word = lock_word(g, n, DT_KERNEL_RWSEM_COUNT, 8);
	else if (kind == LOCK_RWLOCK)
		word = lock_word(g, n, DT_KERNEL_RWLOCK_COUNT, 4);
	else
		return refuse_argument(g, n, "struct rw_semaphore * or rwlock_t *");
	word = dt_ir_bini(f, DT_IR_AND, word, (int64_t)(kind == LOCK_RWSEM ? rwsem : rwlock));
	return condition_value(g, DT_IR_NE, word, dt_ir_const(f, 0));
}

static dt_reg rw_read_held_value(struct dt_gen *g, const struct dt_node *n)
{
	return rw_bits(g, n, RWSEM_READERS, RWLOCK_READERS);
}

static dt_reg rw_write_held_value(struct dt_gen *g, const struct dt_node *n)
{
	return rw_bits(g, n, RWSEM_WRITER, RWLOCK_WRITER);
}

static dt_reg rw_iswriter_value(struct dt_gen *g, const struct dt_node *n)
{
	return rw_bits(g, n, RWSEM_WANTED, RWLOCK_WANTED);
}

#define LOCK_FUNCTION(func, type, sentence, of)                               \
	const struct dt_builtin dt_builtin_##func = {                         \
	    .name = #func,                                                    \
	    .kind = DT_BUILTIN_SUBROUTINE,                                    \
	    .proto = type,                                                    \
	    .lowering = &(const struct dt_lowering){.value = func##_value},   \
	    .doc = sentence,                                                  \
	    .example = "syscall:::entry { @[" #func "(" of ")] = count(); }", \
	}
#define CRED_MUTEX "&curthread->signal->cred_guard_mutex"
#define EXEC_LOCK  "&curthread->signal->exec_update_lock"

LOCK_FUNCTION(mutex_owned, "int (void *)", "1 if the current thread holds the struct mutex.",
	      CRED_MUTEX);
LOCK_FUNCTION(mutex_owner, "struct task_struct * (void *)",
	      "The thread that holds the struct mutex, NULL if it is free.", CRED_MUTEX);
LOCK_FUNCTION(mutex_type_adaptive, "int (void *)",
	      "1 of a struct mutex, whose waiters may sleep; 0 of a spinlock.", CRED_MUTEX);
LOCK_FUNCTION(mutex_type_spin, "int (void *)", "1 of a spinlock; 0 of a struct mutex.", CRED_MUTEX);
LOCK_FUNCTION(rw_read_held, "int (void *)",
	      "1 if readers hold the struct rw_semaphore or rwlock_t.", EXEC_LOCK);
LOCK_FUNCTION(rw_write_held, "int (void *)",
	      "1 if a writer holds the struct rw_semaphore or rwlock_t.", EXEC_LOCK);
LOCK_FUNCTION(rw_iswriter, "int (void *)",
	      "1 if a writer holds the struct rw_semaphore or rwlock_t, or waits for it.",
	      EXEC_LOCK);
