/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The frame is that of a signal handler: fpstate, ucontext, return address. A call runs `syscall;
 * ret`, and `ret` leads to `mov $15,%eax; syscall`, which is rt_sigreturn(2). Both exist in the
 * program's own code: C libraries end their handlers so. A small static program may lack them; then
 * the end of its text, where a linker has filled a page, holds them during the call. After the
 * first allocation, the page of its mark has both.
 *
 * The frame lies on the main thread's stack. If that thread runs elsewhere, as on an alternate
 * stack or on the small stack of a goroutine, the lowest bytes of the mapping are free. The placer
 * restores all bytes under the frame before it lets the target go.
 *
 * Order of the beginning: frame, registers, mask. Order of the end: mask, registers, bytes under
 * the frame. After each of them, the thread can continue.
 *
 * Decision: docs/dev/decisions/0094-a-placer-of-its-own.md
 */
#include "place/program/call.h"

#include "base/time.h"
#include "place/program/step.h"

#include <cpuid.h>
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/ucontext.h>
#include <sys/uio.h>
#include <sys/wait.h>

enum {
	XSAVE_MAX = 16384,
	XSAVE_ALIGN = 64,
	XSAVE_HEADER = 512,
	SOFTWARE_BYTES = 464, // of the fpstate; the kernel's regset has XCR0 there
	MAGIC1 = 0x46505853,
	MAGIC2 = 0x46505845,
	XSAVE_LEAF = 0xd,
	TILE_CONFIG = 17, // of AMX: the kernel's frames have them only if the thread may use them
	TILE_DATA = 18,
	N_FEATURES = 63,
	FRAME_MAX = XSAVE_MAX + 2048,
	CHUNK = 1 << 16,
	SYSGOOD = 0x80,
	CALL_MS = 3000, // for a thread to enter or leave a system call
	SLICE_MS = 5,	// between looks at it
	NS_PER_MS = 1000000,
	USER_CS = 0x33,
	USER_SS = 0x2b,
	SYSCALL_SIZE = 2,
	GET_MASK = 0x420a, // PTRACE_GETSIGMASK
	SET_MASK = 0x420b,
	SUSPEND_SECCOMP = 1 << 21, // PTRACE_O_SUSPEND_SECCOMP
};

// The flags of a 64-bit frame: UC_FP_XSTATE, UC_SIGCONTEXT_SS, UC_STRICT_RESTORE_SS.
enum { FRAME_FLAGS = 1 | 2 | 4 };

static const uint8_t call_bytes[] = {0x0f, 0x05, 0xc3}; // syscall; ret
enum { RETURN_MAX = 9 };
static const uint8_t return_forms[][RETURN_MAX] = {
    {0x48, 0xc7, 0xc0, 15, 0, 0, 0, 0x0f, 0x05}, // mov $15,%rax; syscall
    {0xb8, 15, 0, 0, 0, 0x0f, 0x05},		 // mov $15,%eax; syscall
};
static const size_t return_sizes[] = {9, 7};

const uint8_t dt_call_code[DT_CALL_CODE_SIZE] = {
    0x0f, 0x05, 0xc3,				 // syscall; ret
    0x48, 0xc7, 0xc0, 15,   0, 0, 0, 0x0f, 0x05, // mov $15,%rax; syscall
    0xcc, 0xcc, 0xcc, 0xcc,
};

// ---- code in the target

static void find_in_chunk(const uint8_t *bytes, size_t n, uint64_t at, struct dt_call_code *c)
{
	const uint8_t *p = c->call ? NULL : memmem(bytes, n, call_bytes, sizeof(call_bytes));

	if (p)
		c->call = at + (uint64_t)(p - bytes);
	for (size_t i = 0; i < dt_array_len(return_forms) && !c->end; i++) {
		p = memmem(bytes, n, return_forms[i], return_sizes[i]);
		if (p)
			c->end = at + (uint64_t)(p - bytes);
	}
}

/** Returns the address of zeros at the end of the executable mapping of a file, where a linker has
 *  filled a page, or 0. */
static uint64_t find_padding(const struct dt_target *t, const struct dt_maps *maps)
{
	static const uint8_t zeros[DT_CALL_CODE_SIZE];
	uint8_t bytes[DT_CALL_CODE_SIZE];

	dt_vec_foreach (&maps->v, m)
		if (m->executable && m->inode &&
		    dt_target_read(t, m->end - sizeof(bytes), bytes, sizeof(bytes)) &&
		    memcmp(bytes, zeros, sizeof(zeros)) == 0)
			return m->end - sizeof(bytes);
	return 0;
}

struct dt_call_code dt_call_find(const struct dt_target *t, const struct dt_maps *maps)
{
	dt_cleanup(dt_free_p) uint8_t *bytes = dt_malloc(CHUNK);
	enum { OVERLAP = RETURN_MAX - 1 };
	struct dt_call_code c = {0};

	dt_vec_foreach (&maps->v, m)
		for (uint64_t at = m->begin;
		     m->executable && m->inode && at < m->end && !(c.call && c.end);
		     at += CHUNK - OVERLAP) {
			size_t n = m->end - at < CHUNK ? m->end - at : CHUNK;

			if (dt_target_read(t, at, bytes, n))
				find_in_chunk(bytes, n, at, &c);
		}
	return c;
}

/** Reports whether the code is still there; patches may have changed it. */
static bool is_code_there(const struct dt_target *t, const struct dt_call_code *c)
{
	uint8_t bytes[RETURN_MAX];
	struct dt_call_code now = {0};

	if (!c->call || !c->end || !dt_target_read(t, c->call, bytes, sizeof(call_bytes)))
		return false;
	find_in_chunk(bytes, sizeof(call_bytes), c->call, &now);
	if (!dt_target_read(t, c->end, bytes, sizeof(bytes)))
		return false;
	find_in_chunk(bytes, sizeof(bytes), c->end, &now);
	return now.call == c->call && now.end == c->end;
}

/** Returns the code of placed memory, or the target's own, or code that will be put into padding.
 *  All 0: there is no padding either. */
static struct dt_call_code choose_code(struct dt_target *t, const struct dt_maps *maps,
				       uint64_t *padding)
{
	dt_vec_foreach (&t->areas, a)
		if (a->code_end > a->begin)
			return (struct dt_call_code){a->begin + DT_CALL_CODE,
						     a->begin + DT_CALL_CODE + sizeof(call_bytes)};
	if (!is_code_there(t, &t->code))
		t->code = dt_call_find(t, maps);
	if (t->code.call && t->code.end)
		return t->code;
	*padding = find_padding(t, maps);
	return (struct dt_call_code){*padding, *padding ? *padding + sizeof(call_bytes) : 0};
}

// ---- the frame

struct frame {
	uint8_t bytes[FRAME_MAX];
	size_t size;
	uint64_t at; // of the first byte, the return address
};

/** Returns the size of the vector state that the kernel's own frame of this thread has. */
static size_t vector_size(const uint8_t *xsave, size_t size)
{
	uint64_t enabled, used;
	unsigned a, b, c, d;
	size_t end = XSAVE_HEADER + XSAVE_ALIGN;

	memcpy(&enabled, xsave + SOFTWARE_BYTES, sizeof(enabled));
	memcpy(&used, xsave + XSAVE_HEADER, sizeof(used));
	if (used >> TILE_CONFIG & 3)
		return size;
	for (unsigned i = 2; i < N_FEATURES; i++)
		if (enabled >> i & 1 && i != TILE_CONFIG && i != TILE_DATA &&
		    __get_cpuid_count(XSAVE_LEAF, i, &a, &b, &c, &d) && b + a > end)
			end = b + a;
	return end < size ? end : size;
}

/** The kernel's software bytes of an extended fpstate. */
static size_t write_vector(pid_t tid, uint8_t *xsave)
{
	struct iovec v = {xsave, XSAVE_MAX};
	uint32_t magic1 = MAGIC1, magic2 = MAGIC2, extended, size;
	uint64_t features;

	if (ptrace(PTRACE_GETREGSET, tid, NT_X86_XSTATE, &v) || v.iov_len < XSAVE_HEADER)
		return 0;
	size = (uint32_t)vector_size(xsave, v.iov_len);
	extended = size + sizeof(magic2);
	memcpy(&features, xsave + SOFTWARE_BYTES, sizeof(features));
	memcpy(xsave + SOFTWARE_BYTES, &magic1, sizeof(magic1));
	memcpy(xsave + SOFTWARE_BYTES + 4, &extended, sizeof(extended));
	memcpy(xsave + SOFTWARE_BYTES + 8, &features, sizeof(features));
	memcpy(xsave + SOFTWARE_BYTES + 16, &size, sizeof(size));
	memset(xsave + SOFTWARE_BYTES + 20, 0, XSAVE_HEADER - SOFTWARE_BYTES - 20);
	memcpy(xsave + size, &magic2, sizeof(magic2));
	return extended;
}

/** Writes the state from which the thread continues by itself. A system call that would be
 *  restarted begins anew. */
static void write_context(const struct dt_registers *r, uint64_t mask, uint64_t fpstate,
			  ucontext_t *ret)
{
	const struct user_regs_struct *u = &r->user;
	bool again = dt_registers_restart(r);
	greg_t *g = ret->uc_mcontext.gregs;

	memset(ret, 0, sizeof(*ret));
	g[REG_R8] = (greg_t)u->r8;
	g[REG_R9] = (greg_t)u->r9;
	g[REG_R10] = (greg_t)u->r10;
	g[REG_R11] = (greg_t)u->r11;
	g[REG_R12] = (greg_t)u->r12;
	g[REG_R13] = (greg_t)u->r13;
	g[REG_R14] = (greg_t)u->r14;
	g[REG_R15] = (greg_t)u->r15;
	g[REG_RDI] = (greg_t)u->rdi;
	g[REG_RSI] = (greg_t)u->rsi;
	g[REG_RBP] = (greg_t)u->rbp;
	g[REG_RBX] = (greg_t)u->rbx;
	g[REG_RDX] = (greg_t)u->rdx;
	g[REG_RCX] = (greg_t)u->rcx;
	g[REG_RSP] = (greg_t)u->rsp;
	g[REG_EFL] = (greg_t)u->eflags;
	g[REG_RAX] = (greg_t)(again ? u->orig_rax : u->rax);
	g[REG_RIP] = (greg_t)(again ? u->rip - SYSCALL_SIZE : u->rip);
	g[REG_CSGSFS] = (greg_t)(USER_CS | (uint64_t)USER_SS << 48);
	ret->uc_flags = FRAME_FLAGS;
	ret->uc_mcontext.fpregs = (fpregset_t)fpstate;
	memcpy(&ret->uc_sigmask, &mask, sizeof(mask));
}

/** Returns the address below which the frame can lie, or 0. */
static uint64_t find_room(struct dt_stop *s, const struct dt_task *k, const struct dt_maps *maps)
{
	const struct dt_mapping *stack = dt_maps_named(maps, "[stack]"), *own;
	uint64_t sp = dt_registers_sp(&k->regs);
	bool is_free = true;

	if (stack && sp >= stack->begin + 2 * FRAME_MAX && sp < stack->end)
		return sp - DT_RED_ZONE;
	for (struct dt_task *o = NULL; stack && (o = dt_stop_next(s, o));) {
		uint64_t at = dt_registers_sp(&o->regs);

		if (at >= stack->begin && at < stack->begin + 3 * FRAME_MAX)
			is_free = false;
	}
	if (stack && is_free && stack->end - stack->begin > 4 * FRAME_MAX)
		return stack->begin + 2 * FRAME_MAX;
	own = dt_maps_find(maps, sp);
	return own && own->writable && sp >= own->begin + 2 * FRAME_MAX ? sp - DT_RED_ZONE : 0;
}

static bool build_frame(const struct dt_task *k, uint64_t mask, uint64_t below, uint64_t end,
			struct frame *ret)
{
	_Alignas(XSAVE_ALIGN) uint8_t xsave[XSAVE_MAX + XSAVE_ALIGN];
	size_t vector = write_vector(k->tid, xsave);
	uint64_t fpstate = (below - vector) & ~(uint64_t)(XSAVE_ALIGN - 1);
	uint64_t context = (fpstate - sizeof(ucontext_t)) & ~(uint64_t)15;
	ucontext_t u;

	if (!vector)
		return false;
	write_context(&k->regs, mask, fpstate, &u);
	ret->at = context - sizeof(end);
	ret->size = fpstate + vector - ret->at;
	memset(ret->bytes, 0, ret->size);
	memcpy(ret->bytes, &end, sizeof(end));
	memcpy(ret->bytes + sizeof(end), &u, sizeof(u));
	memcpy(ret->bytes + (fpstate - ret->at), xsave, vector);
	return true;
}

// ---- the thread

/** Prefers threads that a killed placer cannot wake early, and the process's first. */
static struct dt_task *choose_task(const struct dt_target *t, struct dt_stop *s)
{
	struct dt_task *best = NULL;
	unsigned best_cost = 0;

	for (struct dt_task *k = NULL; (k = dt_stop_next(s, k));) {
		unsigned cost = 2 * dt_registers_resume(&k->regs) + (k->tid != t->pid);

		if (k->group == t->pid && !k->is_waiting && (!best || cost < best_cost)) {
			best = k;
			best_cost = cost;
		}
	}
	return best;
}

/** A restartable sequence does not survive a call: the kernel would no longer know of it. So it is
 *  aborted now, as the kernel does when it preempts one. */
static bool abort_sequence(const struct dt_target *t, struct dt_task *k)
{
	struct {
		uint32_t version, flags;
		uint64_t begin, size, abort;
	} sequence;
	uint64_t pc = dt_registers_pc(&k->regs), area = dt_target_sequences(k->tid), at;
	enum { SEQUENCE = 8 }; // offset of the pointer in struct rseq

	if (!area || !dt_target_read(t, area + SEQUENCE, &at, sizeof(at)) || !at ||
	    !dt_target_read(t, at, &sequence, sizeof(sequence)) ||
	    pc - sequence.begin >= sequence.size)
		return true;
	dt_registers_set_pc(&k->regs, sequence.abort);
	return dt_registers_write(k->tid, &k->regs);
}

/** Suspends the thread's filter of system calls, which might kill it. */
static struct dt_error *suspend_filter(struct dt_call *c)
{
	pid_t tid = c->task->tid;

	if (!dt_task_status(tid, "Seccomp:", 10))
		return NULL;
	if (ptrace(PTRACE_SETOPTIONS, tid, 0, (long)DT_TRACE_OPTIONS | SUSPEND_SECCOMP))
		return dt_error_os(errno,
				   "process %d filters its system calls (seccomp); only root can "
				   "suspend the filter",
				   c->target->pid);
	c->is_suspended = true;
	return NULL;
}

static struct dt_error *create_gone(const struct dt_call *c)
{
	return dt_error_new(DT_ERR_PROC_GONE, "process %d has ended", c->target->pid);
}

struct dt_error *dt_call_begin(struct dt_target *t, struct dt_stop *s, const struct dt_maps *maps,
			       struct dt_call *ret)
{
	struct dt_call c = {.target = t, .task = choose_task(t, s)};
	struct dt_call_code code = choose_code(t, maps, &c.padding);
	dt_cleanup(dt_free_p) struct frame *frame = dt_malloc(sizeof(*frame));
	uint64_t room, all = ~UINT64_C(0);
	struct dt_registers r;

	if (!c.task)
		return dt_error_new(
		    DT_ERR_PROC_GRAB,
		    "all threads of process %d wait in the kernel; thaw its control "
		    "group if that is frozen, else try again",
		    t->pid);
	if (!code.call)
		return dt_error_new(DT_ERR_PROC_GRAB,
				    "process %d has no code that ends a signal handler", t->pid);
	room = find_room(s, c.task, maps);
	if (!room)
		return dt_error_new(DT_ERR_PROC_GRAB, "process %d has too little stack", t->pid);
	DT_TRY(suspend_filter(&c));
	if (!abort_sequence(t, c.task))
		return create_gone(&c);
	if (ptrace((enum __ptrace_request)GET_MASK, c.task->tid, sizeof(c.mask), &c.mask) ||
	    !build_frame(c.task, c.mask, room, code.end, frame))
		return create_gone(&c);
	c.code = code.call;
	c.frame = frame->at;
	c.size = frame->size;
	c.under = dt_malloc(c.size);
	r = c.task->regs;
	r.user.rip = c.code;
	r.user.rsp = c.frame;
	r.user.orig_rax = (unsigned long long)-1;
	r.user.rax = SYS_getpid;
	if (dt_target_read(t, c.frame, c.under, c.size)) {
		struct dt_error *err = dt_target_write(t, c.frame, frame->bytes, c.size);

		if (!err && c.padding)
			err = dt_target_write(t, c.padding, dt_call_code, sizeof(dt_call_code));
		dt_place_step();
		if (!err && !dt_registers_write(c.task->tid, &r))
			err = create_gone(&c);
		dt_place_step();
		ptrace((enum __ptrace_request)SET_MASK, c.task->tid, sizeof(all), &all);
		if (!err) {
			dt_place_step();
			*ret = c;
			return NULL;
		}
		dt_error_destroy(err);
	}
	free(c.under);
	return create_gone(&c);
}

/** Waits until the thread stops. If it does not run, as in a frozen control group, interrupts it.
 *  Returns false if it has ended. */
static bool await_stop(struct dt_call *c, int *status)
{
	const struct timespec slice = {.tv_nsec = SLICE_MS * NS_PER_MS};
	uint64_t deadline = dt_now() + CALL_MS * UINT64_C(1000000);
	pid_t tid = c->task->tid, stopped;
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	while (!(stopped = waitpid(tid, status, __WALL | WNOHANG))) {
		if (!c->is_stuck && dt_now() > deadline) {
			c->is_stuck = true;
			ptrace(PTRACE_INTERRUPT, tid, 0, 0);
		}
		sigtimedwait(&child, NULL, &slice);
	}
	return stopped == tid && WIFSTOPPED(*status);
}

/** Continues until the thread enters or leaves a system call. Returns false if it has ended or does
 *  not run, or if a signal says that it cannot: the program dispatches its calls (prctl(2)), for
 *  example. */
static bool run_to_system_call(struct dt_call *c)
{
	pid_t tid = c->task->tid;
	long sig = 0;
	int status;

	for (;;) {
		if (c->is_stuck || ptrace(PTRACE_SYSCALL, tid, 0, sig) || !await_stop(c, &status) ||
		    c->is_stuck)
			return false;
		if (WSTOPSIG(status) == (SIGTRAP | SYSGOOD))
			return true;
		sig = status >> 16 ? 0 : WSTOPSIG(status);
		if (sig == SIGSEGV || sig == SIGILL || sig == SIGBUS || sig == SIGTRAP ||
		    sig == SIGSYS)
			return false;
	}
}

static struct dt_error *explain_failure(const struct dt_call *c)
{
	if (dt_task_is_dead(c->task->tid))
		return create_gone(c);
	return c->is_stuck
		   ? dt_error_new(DT_ERR_PROC_GRAB,
				  "process %d does not run; thaw its control group if that "
				  "is frozen, else try again",
				  c->target->pid)
		   : dt_error_new(DT_ERR_PROC_GRAB,
				  "process %d prevents system calls of the placer", c->target->pid);
}

struct dt_error *dt_call(struct dt_call *c, long number, const uint64_t args[DT_CALL_ARGS],
			 int64_t *ret)
{
	pid_t tid = c->task->tid;
	struct dt_registers r = c->task->regs;
	bool is_foreign;

	r.user.rip = c->code;
	r.user.rsp = c->frame;
	r.user.rax = (unsigned long long)number;
	r.user.orig_rax = (unsigned long long)-1;
	r.user.rdi = args[0];
	r.user.rsi = args[1];
	r.user.rdx = args[2];
	r.user.r10 = args[3];
	r.user.r8 = args[4];
	r.user.r9 = args[5];
	if (!dt_registers_write(tid, &r))
		return create_gone(c);
	dt_place_step();
	for (int i = 0; i < 2; i++) { // it enters, then leaves
		if (!run_to_system_call(c))
			return explain_failure(c);
		dt_place_step();
	}
	if (!dt_registers_read(tid, &r, &is_foreign))
		return create_gone(c);
	*ret = (int64_t)r.user.rax;
	return NULL;
}

/** Stops the thread where the kernel also restarts interrupted system calls. */
static void stop_again(struct dt_task *k)
{
	int status;
	long sig = 0;

	ptrace(PTRACE_INTERRUPT, k->tid, 0, 0);
	for (;;) {
		if (ptrace(PTRACE_CONT, k->tid, 0, sig) || waitpid(k->tid, &status, __WALL) < 0 ||
		    !WIFSTOPPED(status)) {
			k->state = DT_TASK_GONE;
			return;
		}
		if (status >> 16 == PTRACE_EVENT_STOP)
			return;
		sig = status >> 16 ? 0 : WSTOPSIG(status);
	}
}

void dt_call_end(struct dt_call *c)
{
	struct dt_task *k = c->task;

	stop_again(k);
	dt_place_step();
	if (k->state == DT_TASK_STOPPED) {
		if (c->is_suspended)
			ptrace(PTRACE_SETOPTIONS, k->tid, 0, (long)DT_TRACE_OPTIONS);
		ptrace((enum __ptrace_request)SET_MASK, k->tid, sizeof(c->mask), &c->mask);
		dt_place_step();
		dt_registers_write(k->tid, &k->regs);
		dt_place_step();
		dt_error_destroy(dt_target_write(c->target, c->frame, c->under, c->size));
		if (c->padding)
			dt_error_destroy(dt_target_write(c->target, c->padding,
							 (uint8_t[DT_CALL_CODE_SIZE]){0},
							 DT_CALL_CODE_SIZE));
		dt_place_step();
	}
	free(c->under);
}
