/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies and stubs run in an emulated processor, from random states.
 *
 * The beginnings of functions of real files, and their copies, must leave equal registers, flags
 * and memory. Memory comes into being when it is used; its contents depend on its address alone.
 *
 * The code of a point must leave all as it was, but for what the site does not need, and call its
 * programs. It has no memory but its own, the directory, the region, the thread's word, and its
 * stack. The checker accepts it. A block with points does what its original does, also for a
 * thread that goes from the original to the copy or back.
 */
#include "own_target.h"

#include "instrument/check/check.h"

#include <gelf.h>
#include <fcntl.h>
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>
#include <unicorn/unicorn.h>

enum {
	NO_INSTRUCTION = 0x06,
	PAGE = 4096,
	MAX_PAGES = 64,
	MAX_INSNS = 6,
	FUNCTIONS = 800,
	N_REGS = 17,
	N_VECTORS = 16
};

// In the order of machine code, then the flags.
static int gprs[N_REGS] = {UC_X86_REG_RAX,   UC_X86_REG_RCX, UC_X86_REG_RDX, UC_X86_REG_RBX,
			   UC_X86_REG_RSP,   UC_X86_REG_RBP, UC_X86_REG_RSI, UC_X86_REG_RDI,
			   UC_X86_REG_R8,    UC_X86_REG_R9,  UC_X86_REG_R10, UC_X86_REG_R11,
			   UC_X86_REG_R12,   UC_X86_REG_R13, UC_X86_REG_R14, UC_X86_REG_R15,
			   UC_X86_REG_RFLAGS};
enum { RSP = 4, FLAGS = 16 };

struct machine_state {
	uint64_t regs[N_REGS], pc;
	uint64_t vectors[N_VECTORS][2];
};

static uint64_t seed = 1;

static uint64_t random_number(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed * UINT64_C(0x2545f4914f6cdd1d);
}

static void expect_ok(uc_err err, const char *what)
{
	if (err != UC_ERR_OK)
		fail_msg("%s: %s", what, uc_strerror(err));
}

/** Makes a state whose registers are mostly addresses; rcx is small, because it counts. */
static void make_state(struct machine_state *s, uint64_t sp)
{
	enum { ARITHMETIC = 0x8d5, ALWAYS = 2, DIRECTION = 0x400 };

	for (int k = 0; k < N_REGS; k++)
		s->regs[k] = random_number() % 4 ? 0x10000000 + random_number() % 0x30000000
						 : random_number();
	s->regs[1] &= 7;
	s->regs[RSP] = sp;
	s->regs[FLAGS] = (random_number() & (ARITHMETIC | DIRECTION)) | ALWAYS;
	for (int k = 0; k < N_VECTORS; k++)
		for (int j = 0; j < 2; j++)
			s->vectors[k][j] = random_number();
}

static void write_state(uc_engine *uc, const struct machine_state *s)
{
	for (int k = 0; k < N_REGS; k++)
		expect_ok(uc_reg_write(uc, gprs[k], &s->regs[k]), "write a register");
	for (int k = 0; k < N_VECTORS; k++)
		uc_reg_write(uc, UC_X86_REG_XMM0 + k, s->vectors[k]);
}

static void read_state(uc_engine *uc, struct machine_state *s)
{
	for (int k = 0; k < N_REGS; k++)
		uc_reg_read(uc, gprs[k], &s->regs[k]);
	for (int k = 0; k < N_VECTORS; k++)
		uc_reg_read(uc, UC_X86_REG_XMM0 + k, s->vectors[k]);
	uc_reg_read(uc, UC_X86_REG_RIP, &s->pc);
}

/* copies */

enum { STACK = 0x20000000 };
static const uint64_t bias = UINT64_C(0x5500000000), copies_at = UINT64_C(0x54f0000000);

struct page {
	uint64_t at;
	uint8_t bytes[PAGE];
};

/** A file in an emulated processor. */
struct machine {
	uc_engine *uc;
	uc_context *fresh; // for the state that write_state() does not write
	Elf *elf;
	uint8_t *file;
	size_t size;
	struct page pages[MAX_PAGES]; // those that came into being
	unsigned n_pages;
};

/** Fills a page with the file's contents, if any, and with numbers made from the address. */
static void fill_page(const struct machine *m, uint64_t at, uint8_t *bytes)
{
	size_t n;

	for (unsigned k = 0; k < PAGE; k++)
		bytes[k] = (uint8_t)((at / PAGE * 31 + k) * 2654435761u >> 13);
	elf_getphdrnum(m->elf, &n);
	for (size_t k = 0; k < n; k++) {
		GElf_Phdr p;

		if (!gelf_getphdr(m->elf, (int)k, &p) || p.p_type != PT_LOAD)
			continue;
		for (uint64_t a = at - bias, j = 0; j < PAGE; j++)
			if (a + j >= p.p_vaddr && a + j < p.p_vaddr + p.p_filesz)
				bytes[j] = m->file[p.p_offset + (a + j - p.p_vaddr)];
	}
}

static bool on_unmapped(uc_engine *uc, uc_mem_type type, uint64_t address, int size, int64_t value,
			void *self)
{
	struct machine *m = self;
	struct page *p = &m->pages[m->n_pages];

	(void)value;
	if (type == UC_MEM_FETCH_UNMAPPED || m->n_pages + 1 >= MAX_PAGES || size > PAGE)
		return false;
	for (p->at = address & -(uint64_t)PAGE; p->at < address + (unsigned)size; p->at += PAGE) {
		fill_page(m, p->at, p->bytes);
		if (uc_mem_map(uc, p->at, PAGE, UC_PROT_READ | UC_PROT_WRITE) == UC_ERR_OK) {
			uc_mem_write(uc, p->at, p->bytes, PAGE);
			m->n_pages++;
			return true;
		}
	}
	return false;
}

static int compare_pages(const void *a, const void *b)
{
	const struct page *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/** Runs code at `begin` until control leaves it, and returns how it ended. The pages of data are
 * left in m->pages, and gone from the processor. */
static uc_err run_code(struct machine *m, uint64_t begin, uint64_t end, struct machine_state *s)
{
	enum { STEPS = 1000 };

	expect_ok(uc_context_restore(m->uc, m->fresh), "restore");
	write_state(m->uc, s);
	m->n_pages = 0;
	uc_err err = uc_emu_start(m->uc, begin, 0, 0, STEPS);

	read_state(m->uc, s);
	for (unsigned k = 0; k < m->n_pages; k++) {
		uc_mem_read(m->uc, m->pages[k].at, m->pages[k].bytes, PAGE);
		uc_mem_unmap(m->uc, m->pages[k].at, PAGE);
	}
	qsort(m->pages, m->n_pages, sizeof(*m->pages), compare_pages);
	return s->pc < begin || s->pc >= end ? UC_ERR_OK : err;
}

/** Maps code. All around it is no instruction. */
static void map_code(struct machine *m, uint64_t at, const uint8_t *bytes, size_t n)
{
	static uint8_t none[3 * PAGE];
	uint64_t begin = at & -(uint64_t)PAGE;

	memset(none, NO_INSTRUCTION, sizeof(none));
	expect_ok(uc_mem_map(m->uc, begin, 2 * PAGE, UC_PROT_READ | UC_PROT_EXEC), "map code");
	expect_ok(uc_mem_write(m->uc, begin, none, 2 * PAGE), "write code");
	expect_ok(uc_mem_write(m->uc, at, bytes, n), "write code");
}

static void unmap_code(struct machine *m, uint64_t at)
{
	uint64_t begin = at & -(uint64_t)PAGE;

	expect_ok(uc_ctl_remove_cache(m->uc, begin, begin + 2 * PAGE), "forget code");
	expect_ok(uc_mem_unmap(m->uc, begin, 2 * PAGE), "unmap code");
}

static void machine_open(struct machine *m, const char *path)
{
	int fd = open(path, O_RDONLY);
	uc_hook hook;

	assert_true(fd >= 0);
	m->elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	m->file = (uint8_t *)elf_rawfile(m->elf, &m->size);
	assert_non_null(m->file);
	close(fd);
	expect_ok(uc_open(UC_ARCH_X86, UC_MODE_64, &m->uc), "open");
	expect_ok(uc_context_alloc(m->uc, &m->fresh), "allocate");
	expect_ok(uc_context_save(m->uc, m->fresh), "save");
	expect_ok(uc_hook_add(m->uc, &hook, UC_HOOK_MEM_UNMAPPED, (void *)on_unmapped, m, 1, 0),
		  "hook");
}

static void machine_close(struct machine *m)
{
	uc_context_free(m->fresh);
	uc_close(m->uc);
	elf_end(m->elf);
}

/** Returns the bytes of the file at an address of its text, or NULL. */
static const uint8_t *text_at(const struct machine *m, uint64_t at, size_t *left)
{
	size_t n;

	elf_getphdrnum(m->elf, &n);
	for (size_t k = 0; k < n; k++) {
		GElf_Phdr p;

		if (gelf_getphdr(m->elf, (int)k, &p) && p.p_type == PT_LOAD && p.p_flags & PF_X &&
		    at >= p.p_vaddr && at < p.p_vaddr + p.p_filesz) {
			*left = p.p_vaddr + p.p_filesz - at;
			return m->file + p.p_offset + (at - p.p_vaddr);
		}
	}
	return NULL;
}

struct tally {
	unsigned equal, refused, others;
};

/** Returns the original's address of an address in the copy. */
static uint64_t original_of(const struct dt_moved_list *moved, uint64_t pc)
{
	for (size_t k = 0; k < moved->v.len; k++)
		if (moved->v.data[k].to == pc)
			return moved->v.data[k].from;
	return pc;
}

static void expect_equal(const struct machine_state *a, const struct machine_state *b, uint64_t at)
{
	for (int k = 0; k < N_REGS; k++)
		if (a->regs[k] != b->regs[k])
			fail_msg("code at %#lx: register %d is %#lx, in the copy %#lx", at, k,
				 a->regs[k], b->regs[k]);
	if (a->pc != b->pc)
		fail_msg("code at %#lx ends at %#lx, its copy at %#lx", at, a->pc, b->pc);
	assert_memory_equal(a->vectors, b->vectors, sizeof(a->vectors));
}

/** Runs `n` bytes of code and their copy. */
static void compare_block(struct machine *m, const uint8_t *bytes, size_t n, uint64_t from,
			  struct tally *tally)
{
	static struct page pages[MAX_PAGES];
	struct dt_copy copy = {.base = copies_at};
	struct dt_moved_list moved = {0};
	struct machine_state state, before;
	uint8_t back[DT_JUMP] = {0xe9};
	int32_t distance;

	if (dt_move(&copy, bytes, n, from, &moved) != DT_REFUSE_NONE) {
		tally->refused++;
		goto out;
	}
	distance = (int32_t)(from + n - (copy.base + copy.bytes.len + DT_JUMP));
	memcpy(back + 1, &distance, sizeof(distance));
	for (unsigned k = 0; k < DT_JUMP; k++)
		dt_vec_push(&copy.bytes, back[k]);
	make_state(&before, STACK);
	state = before;
	map_code(m, from, bytes, n);
	uc_err err = run_code(m, from, from + n, &state);
	unsigned n_pages = m->n_pages;
	memcpy(pages, m->pages, sizeof(*pages) * n_pages);
	map_code(m, copy.base, copy.bytes.data, copy.bytes.len);
	uc_err copy_err = run_code(m, copy.base, copy.base + copy.bytes.len, &before);
	unmap_code(m, copy.base);
	unmap_code(m, from);
	before.pc = original_of(&moved, before.pc);
	if (copy_err != err)
		fail_msg("the code at %#llx ends with %s at +%lld, its copy with %s at %#llx",
			 (unsigned long long)from, uc_strerror(err), (long long)(state.pc - from),
			 uc_strerror(copy_err), (unsigned long long)before.pc);
	expect_equal(&state, &before, from);
	assert_int_equal(m->n_pages, n_pages);
	assert_memory_equal(m->pages, pages, sizeof(*pages) * n_pages);
	++*(err == UC_ERR_OK ? &tally->equal : &tally->others);
out:
	dt_vec_deinit(&copy.bytes);
	dt_vec_deinit(&moved.v);
}

/** Compares the first instructions of a function: those that a jump replaces, and some more. */
static void compare_function(struct machine *m, uint64_t address, struct tally *tally)
{
	size_t left = 0, n = 0;
	const uint8_t *bytes = text_at(m, address, &left);

	for (unsigned k = 0; bytes && k < MAX_INSNS; k++) {
		struct dt_decoded d;

		if (!dt_decode(bytes + n, left - n, address + bias + n, &d))
			break;
		n += d.insn.length;
		if (n >= DT_JUMP || k + 1 == MAX_INSNS)
			compare_block(m, bytes, n, address + bias, tally);
		if (d.insn.meta.category == ZYDIS_CATEGORY_RET ||
		    d.insn.meta.category == ZYDIS_CATEGORY_UNCOND_BR)
			break;
	}
}

static void compare_functions(const char *pattern, struct tally *tally)
{
	static struct machine m;
	Elf_Scn *scn = NULL;
	unsigned n = 0;
	glob_t found;

	if (glob(pattern, 0, NULL, &found) != 0) {
		print_message("no %s\n", pattern);
		return;
	}
	memset(&m, 0, sizeof(m));
	machine_open(&m, found.gl_pathv[0]);
	while ((scn = elf_nextscn(m.elf, scn)) && n < FUNCTIONS) {
		GElf_Shdr header;
		Elf_Data *data = elf_getdata(scn, NULL);

		if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_DYNSYM || !data)
			continue;
		for (int k = 0; k < (int)(header.sh_size / header.sh_entsize); k++) {
			GElf_Sym sym;

			if (gelf_getsym(data, k, &sym) && sym.st_value && n < FUNCTIONS &&
			    GELF_ST_TYPE(sym.st_info) == STT_FUNC) {
				compare_function(&m, sym.st_value, tally);
				n++;
			}
		}
	}
	machine_close(&m);
	globfree(&found);
}

static void copies_equal_their_originals(void **state)
{
	static const char *const files[] = {"/lib/*/libc.so.6", "/usr/lib/*/libcrypto.so.3",
					    "/usr/bin/python3", "/usr/lib/*/libstdc++.so.6"};

	(void)state;
	elf_version(EV_CURRENT);
	for (size_t k = 0; k < dt_array_len(files); k++) {
		struct tally tally = {0};

		compare_functions(files[k], &tally);
		print_message("%s: %u blocks ran, %u faulted alike, %u are not moved\n", files[k],
			      tally.equal, tally.others, tally.refused);
		assert_true(tally.equal >= tally.others);
	}
}

/* stubs */

enum {
	STACK_PAGES = 2,
	THREAD = 0x30000000, // the page at the thread pointer
	ID = 4711,
	RED_ZONE = 128,
	PUSHED = 128,
	SLOTS = 3,
	ALL_WORDS = (1 << DT_NATIVE_REGS) - 1,
	ORIG_RAX = 15,
	RIP = 16,
	CS = 17,
	WORD_FLAGS = 18,
	WORD_RSP = 19,
	SS = 20,
};

/** The state of directory, slot and levels at a firing. */
enum scene { NO_SLOT, A_SLOT, NESTED, LEFT, LEFT_FAR, FULL, NO_LEVEL, CLOSED, N_SCENES };

static const bool fires[N_SCENES] = {
    [NO_SLOT] = true, [A_SLOT] = true, [NESTED] = true, [LEFT] = true, [LEFT_FAR] = true};

struct emulated {
	uc_engine *uc;
	struct own_target *x;
	uint8_t *stack, *thread;
	uint64_t sp;
};

static void map_own(uc_engine *uc, const void *at, size_t n, uint32_t protection, const char *what)
{
	union {
		const void *in;
		void *out;
	} memory = {.in = at};

	expect_ok(uc_mem_map_ptr(uc, (uintptr_t)at, (n + PAGE - 1) & -(size_t)PAGE, protection,
				 memory.out),
		  what);
}

static struct emulated emulated_open(const char *text)
{
	struct emulated e = {.x = own_target_create(text, (void *)emulated_open, SLOTS)};
	uint64_t thread = THREAD;
	uint32_t id = ID;

	memcpy(e.x->memory, e.x->area.bytes.data, e.x->area.bytes.len); // the routines
	e.stack = own_map(NULL, (size_t)STACK_PAGES * PAGE);
	e.thread = own_map(NULL, PAGE);
	memcpy(e.thread + e.x->facts.thread_id, &id, sizeof(id));
	expect_ok(uc_open(UC_ARCH_X86, UC_MODE_64, &e.uc), "open");
	map_own(e.uc, e.x->memory, OWN_AREA, UC_PROT_READ | UC_PROT_EXEC, "area");
	map_own(e.uc, e.x->directory, sizeof(*e.x->directory), UC_PROT_READ | UC_PROT_WRITE,
		"directory");
	map_own(e.uc, e.x->slots, SLOTS * sizeof(*e.x->slots), UC_PROT_READ | UC_PROT_WRITE,
		"slots");
	map_own(e.uc, e.x->r.code, e.x->r.code_size, UC_PROT_READ | UC_PROT_EXEC, "code");
	map_own(e.uc, e.x->r.memory, e.x->r.size, UC_PROT_READ | UC_PROT_WRITE, "region");
	expect_ok(uc_mem_map_ptr(e.uc, STACK, (size_t)STACK_PAGES * PAGE,
				 UC_PROT_READ | UC_PROT_WRITE, e.stack),
		  "stack");
	expect_ok(uc_mem_map_ptr(e.uc, THREAD, PAGE, UC_PROT_READ, e.thread), "thread");
	expect_ok(uc_reg_write(e.uc, UC_X86_REG_FS_BASE, &thread), "thread pointer");
	return e;
}

static void emulated_close(struct emulated *e)
{
	uc_close(e->uc);
	munmap(e->stack, (size_t)STACK_PAGES * PAGE);
	munmap(e->thread, PAGE);
	own_target_destroy(e->x);
}

/** Marks a level as that of a firing whose frame is still on the stack; or no more, in the page of
 *  the stack pointer or in another one, which stubs do not read. */
static void make_busy(struct emulated *e, unsigned slot, unsigned level, enum scene scene)
{
	bool is_left = scene == LEFT || scene == LEFT_FAR;
	struct dt_native_level *l = dt_native_region_level(&e->x->r, slot, level);
	uint64_t at = (scene == LEFT_FAR ? 0 : PAGE + PAGE / 2) + 64 * (uint64_t)(level + 1);
	uint64_t mark = is_left ? 1 : (uintptr_t)l;

	l->busy = STACK + at;
	memcpy(e->stack + at, &mark, sizeof(mark));
}

static void make_scene(struct emulated *e, enum scene scene)
{
	struct own_target *x = e->x;
	unsigned slot = scene == NO_SLOT ? 0 : (unsigned)(random_number() % SLOTS);

	memset(x->directory, 0, sizeof(*x->directory));
	memset(x->slots, 0, SLOTS * sizeof(*x->slots));
	for (unsigned k = 0; k < SLOTS; k++)
		for (unsigned j = 0; j < DT_NATIVE_LEVELS; j++)
			dt_native_region_level(&x->r, k, j)->busy = 0;
	x->directory->is_open = scene != CLOSED;
	for (unsigned k = 0; k < SLOTS && scene == FULL; k++)
		x->slots[k].owner = 1;
	if (scene == NO_SLOT || scene == FULL || scene == CLOSED)
		return;
	x->slots[slot].owner = ID;
	x->directory->entries[(ID + random_number() % 16) % DT_NATIVE_ENTRIES] =
	    (struct dt_native_entry){.thread = ID, .slot = slot};
	for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++)
		if (scene == NO_LEVEL || (k == 0 && scene >= NESTED && scene <= LEFT_FAR))
			make_busy(e, slot, k, scene);
}

/** The registers that programs read are those of the site. */
static void expect_words(const dt_u64 *words, const struct machine_state *s,
			 const struct dt_plan *plan)
{
	static const uint8_t of[RSP + 12] = {10, 11, 12, 5, WORD_RSP, 4, 13, 14,
					     9,	 8,  7,	 6, 3,	      2, 1,  0};

	for (int k = 0; k < RSP + 12; k++)
		assert_int_equal(words[of[k]], s->regs[k] + (k == RSP ? plan->pushed : 0));
	assert_int_equal(words[RIP], plan->probed);
	assert_int_equal(words[WORD_FLAGS], s->regs[FLAGS]);
	assert_int_equal(words[ORIG_RAX], UINT64_MAX);
	assert_int_equal(words[CS], 0x33);
	assert_int_equal(words[SS], 0x2b);
}

static void expect_state(const struct machine_state *before, const struct machine_state *after,
			 const struct dt_plan *plan)
{
	for (int k = 0; k < N_REGS; k++)
		if (k == FLAGS ? !plan->flags_are_dead : !(plan->dead >> k & 1))
			if (before->regs[k] != after->regs[k])
				fail_msg("register %d is %#lx, was %#lx", k, after->regs[k],
					 before->regs[k]);
	assert_memory_equal(before->vectors, after->vectors, sizeof(before->vectors));
}

/** The stub writes below the stack pointer, and not far. */
static void expect_stack(const struct emulated *e, const uint8_t *before,
			 const struct dt_plan *plan)
{
	uint64_t top = e->sp - STACK - (plan->uses_red_zone ? RED_ZONE : 0);

	for (uint64_t k = 0; k < STACK_PAGES * PAGE; k++)
		if ((k < top - PUSHED || k >= top) && e->stack[k] != before[k])
			fail_msg("a write at %ld bytes from the stack pointer",
				 (long)(STACK + k - e->sp));
}

/** Returns a plan of next_block, whose facts are random. */
static struct dt_plan make_plan(const void *site)
{
	struct dt_plan plan = own_plan(site);

	plan.uses_red_zone = random_number() & 1;
	plan.flags_are_dead = random_number() & 1;
	plan.dead = random_number() & random_number() & random_number() & 0xffff & ~(1u << RSP);
	plan.pushed = random_number() % 4 * 8;
	return plan;
}

static void expect_proof(const struct dt_check_site *site)
{
	struct dt_error *err = dt_check_site(site);

	if (err)
		fail_msg("%s", err->message);
}

static void run_stub(struct emulated *e, bool counts)
{
	static const uint8_t block[] = {0x48, 0x89, 0xf8, 0x48, 0x83, 0xd0, 0}; // mov, adc
	static uint8_t stack[STACK_PAGES * PAGE];
	struct own_target *x = e->x;
	struct dt_plan plan = make_plan(block);
	enum scene scene = (enum scene)(random_number() % N_SCENES);
	bool reads_all = random_number() % 4 == 0, marks = reads_all || random_number() & 1;

	marks = marks || !x->program.shares_level;
	struct dt_stub_call call = own_call(x);
	call.shares_level = !marks;
	struct dt_stub_call calls[] = {call, call, call};
	size_t n_calls = 1 + random_number() % 3, used = x->area.bytes.len;
	bool has_no_level = scene == NO_LEVEL && marks;
	struct dt_stub_point point = {&plan, calls, n_calls};
	struct dt_stub_block of_site = {
	    .plan = &plan, .bytes = block, .points = &point, .n_points = 1};
	struct machine_state before, after;
	struct dt_stub stub;

	plan.at = plan.probed = plan.fires = x->area.base + OWN_AREA / 2;
	plan.end = plan.at + sizeof(block);
	if (reads_all)
		calls[0].reads |= ALL_WORDS;
	assert_int_equal(dt_stub_add(&x->area, &x->facts, &x->routines, &of_site, &stub),
			 DT_REFUSE_NONE);
	expect_proof(&(struct dt_check_site){.area = &x->area,
					     .target = &x->facts,
					     .routines = &x->routines,
					     .block = &of_site,
					     .stub = &stub});
	uint64_t copies = stub.firings.data[0].end;

	memcpy(x->memory + used, x->area.bytes.data + used, x->area.bytes.len - used);
	expect_ok(uc_ctl_remove_cache(e->uc, x->area.base + used, stub.end), "forget code");
	for (unsigned k = 0; k < sizeof(stack); k++)
		e->stack[k] = (uint8_t)random_number();
	make_scene(e, scene);
	e->sp = STACK + PAGE + PAGE / 4 + random_number() % 64 * 8;
	make_state(&before, e->sp);
	memcpy(stack, e->stack, sizeof(stack));
	uint64_t count = own_count(x);
	write_state(e->uc, &before);
	uc_err err = uc_emu_start(e->uc, stub.begin, copies, 0, 100000);
	read_state(e->uc, &after);
	if (err != UC_ERR_OK || after.pc != copies)
		fail_msg("%s at %#lx, %ld bytes into the stub", uc_strerror(err), after.pc,
			 (long)(after.pc - stub.begin));
	expect_state(&before, &after, &plan);
	expect_stack(e, stack, &plan);
	bool has_fired = scene == NO_LEVEL ? !marks : fires[scene];

	if (counts)
		assert_int_equal(own_count(x), count + (has_fired ? n_calls : 0));
	assert_int_equal(own_drops(x), scene == FULL || has_no_level);
	if (reads_all && (scene == A_SLOT || scene == LEFT))
		for (unsigned k = 0; k < SLOTS; k++)
			if (x->slots[k].owner == ID)
				expect_words(dt_native_region_level(&x->r, k, 0)->regs, &before,
					     &plan);
	dt_stub_deinit(&stub);
	x->area.bytes.len = used;
}

static void stubs_leave_no_trace(void **state)
{
	static const char *const texts[] = {
	    "BEGIN { @ = count(); }", "int x; BEGIN { @ = quantize(x); }",
	    "int x; BEGIN { @[x & 63] = count(); }", "int x; BEGIN { printf(\"%d %d\", x, pid); }",
	    "BEGIN { self->x++; trace(self->x); }"};
	enum { RUNS = 1000 };

	(void)state;
	for (size_t k = 0; k < dt_array_len(texts); k++) {
		struct emulated e = emulated_open(texts[k]);
		struct dt_error *err = dt_check_routines(&e.x->area, &e.x->facts, &e.x->routines);

		if (err)
			fail_msg("%s", err->message);

		for (int run = 0; run < RUNS; run++)
			run_stub(&e, k == 0);
		emulated_close(&e);
	}
}

/* stubs with several points */

enum { INSNS = 8, BLOCK_MAX = 64, POINTS_MAX = 2 * INSNS, JUMP_MIN = 5 };

/** Instructions of random blocks. Branches lead out of any block. */
static const struct {
	uint8_t n, bytes[7];
	bool uses_red_zone;
} choices[] = {
    {1, {0x90}, false},				// nop
    {4, {0x0f, 0x1f, 0x40, 0x00}, false},	// nopl 0(%rax)
    {5, {0x0f, 0x1f, 0x44, 0x00, 0x00}, false}, // nopl 0(%rax,%rax)
    {1, {0x53}, false},				// push %rbx
    {1, {0x50}, false},				// push %rax
    {1, {0x5b}, false},				// pop %rbx
    {1, {0x5d}, false},				// pop %rbp
    {3, {0x48, 0x89, 0xf8}, false},		// mov %rdi,%rax
    {4, {0x48, 0x83, 0xd0, 0x00}, false},	// adc $0,%rax
    {3, {0x48, 0x01, 0xf7}, false},		// add %rsi,%rdi
    {2, {0x31, 0xd2}, false},			// xor %edx,%edx
    {3, {0x48, 0xff, 0xc1}, false},		// inc %rcx
    {1, {0xf9}, false},				// stc
    {1, {0xfd}, false},				// std
    {3, {0x0f, 0x28, 0xc8}, false},		// movaps %xmm0,%xmm1
    {7, {0x48, 0x8d, 0x15, 0x10}, false},	// lea 16(%rip),%rdx
    {2, {0x74, BLOCK_MAX}, false},		// je
    {2, {0x72, BLOCK_MAX}, false},		// jb
    {2, {0xe3, BLOCK_MAX}, false},		// jrcxz
    {5, {0x48, 0x89, 0x5c, 0x24, 0xf0}, true},	// mov %rbx,-16(%rsp)
    {5, {0x48, 0x8b, 0x6c, 0x24, 0xf0}, true},	// mov -16(%rsp),%rbp
};

/** A block, and the points in it. */
struct block {
	uint8_t bytes[BLOCK_MAX];
	uint64_t at, starts[INSNS + 2]; // addresses
	size_t n, n_insns;
	struct dt_plan plan, plans[POINTS_MAX];
	struct dt_stub_call calls[3];
	struct dt_stub_point points[POINTS_MAX];
	size_t n_points;
	struct dt_stub stub;
	bool reads_all;
};

static void put_insn(struct block *b, const void *bytes, size_t n)
{
	b->starts[b->n_insns++] = b->at + b->n;
	memcpy(b->bytes + b->n, bytes, n);
	b->n += n;
}

static void add_point(struct block *b, uint64_t fires, bool dies)
{
	struct dt_plan *plan = &b->plans[b->n_points];

	*plan = (struct dt_plan){.probed = fires - random_number() % 4,
				 .fires = fires,
				 .pushed = random_number() % 4 * 8,
				 .uses_red_zone = b->plan.uses_red_zone,
				 .flags_are_dead = dies,
				 .dead = dies ? 1 << 1 : 0};
	b->points[b->n_points++] =
	    (struct dt_stub_point){plan, b->calls, 1 + random_number() % dt_array_len(b->calls)};
}

/** Makes a block that ends with a return, a jump, or xor %ecx,%ecx. In front of the latter rcx and
 *  the flags are dead, and the last point is there. */
static void make_block(struct block *b, const struct own_target *x)
{
	static const uint8_t ends[][2] = {{0x31, 0xc9}, {0xc3, 0}, {0xeb, BLOCK_MAX}};
	size_t end = random_number() % dt_array_len(ends), insns = 1 + random_number() % INSNS;
	struct dt_stub_call call = own_call(x);

	*b = (struct block){.at = x->area.base + OWN_AREA / 2, .calls = {call, call, call}};
	b->reads_all = random_number() % 4 == 0;
	for (size_t k = 0; k < dt_array_len(b->calls) && b->reads_all; k++)
		b->calls[k].reads |= ALL_WORDS;
	b->plan.uses_red_zone = random_number() & 1;
	while (b->n_insns < insns || b->n < JUMP_MIN) {
		size_t k = random_number() % dt_array_len(choices);

		if (!choices[k].uses_red_zone || b->plan.uses_red_zone)
			put_insn(b, choices[k].bytes, choices[k].n);
	}
	put_insn(b, ends[end], end == 1 ? 1 : 2);
	b->plan.at = b->at;
	b->plan.end = b->at + b->n;
	for (size_t k = 0; k < b->n_insns; k++)
		for (int twice = 0; twice < 2; twice++)
			if (random_number() % 4 == 0 && b->n_points + 1 < POINTS_MAX)
				add_point(b, b->starts[k], end == 0);
	if (!b->n_points || end == 0)
		add_point(b, b->starts[b->n_insns - 1], end == 0);
}

/** The effects of the original, without probes. */
struct trace {
	struct machine_state end, last; // last: at the last point
	const struct dt_plan *last_plan;
	uint64_t top;	  // greatest stack pointer
	size_t n_fired;	  // programs that should run
	size_t before[2]; // of them, at the arrival at an instruction, and behind its points
	bool arrives;
};

/** Runs the original from `at`, where the processor stands, until control leaves the block. */
static void run_original(struct emulated *e, const struct block *b, uint64_t at, uint64_t insn,
			 struct trace *t)
{
	*t = (struct trace){.end = {.pc = at}};
	for (read_state(e->uc, &t->end), t->end.pc = at; t->end.pc - b->at < b->n;) {
		t->top = t->end.regs[RSP] > t->top ? t->end.regs[RSP] : t->top;
		if (t->end.pc == insn)
			t->before[0] = t->n_fired;
		for (size_t k = 0; k < b->n_points; k++)
			if (b->points[k].plan->fires == t->end.pc) {
				t->n_fired += b->points[k].n_calls;
				t->last = t->end;
				t->last_plan = b->points[k].plan;
			}
		if (t->end.pc == insn) {
			t->before[1] = t->n_fired;
			t->arrives = true;
		}
		uc_err err = uc_emu_start(e->uc, t->end.pc, 0, 0, 1);

		read_state(e->uc, &t->end);
		if (t->end.pc - b->at < b->n) // where it leads to, there is no code
			expect_ok(err, "step");
	}
}

/** Returns the address of the copy of an instruction, or of its first point. */
static uint64_t copy_of(const struct dt_stub *s, uint64_t insn, bool is_first)
{
	dt_vec_foreach (&s->firings, f)
		if (is_first && f->from == insn)
			return f->begin;
	dt_vec_foreach (&s->moved.v, m)
		if (m->from == insn)
			return m->to;
	fail_msg("%#lx is not copied", insn);
	return 0;
}

/** Where a thread is while a site is patched, or restored. */
enum move { STAYS, TO_POINT, FROM_POINT, FROM_COPY, N_MOVES };

/** Runs the stub, and a part of the original if the thread is moved at an instruction. Returns the
 *  number of programs that should have run. */
static size_t run_moved(struct emulated *e, const struct block *b, enum move move, uint64_t insn,
			const struct trace *t)
{
	uint64_t copy = copy_of(&b->stub, insn, move != FROM_COPY), pc = b->stub.begin, until = 0;
	size_t n = t->n_fired;

	if (t->arrives && move == TO_POINT) {
		if (insn != b->at)
			expect_ok(uc_emu_start(e->uc, b->at, insn, 0, 0), "run up to a copy");
		pc = copy;
		n -= t->before[0];
	} else if (t->arrives && move != STAYS) {
		until = copy;
		n = t->before[move == FROM_COPY];
	}
	if (until && until != pc)
		expect_ok(uc_emu_start(e->uc, pc, until, 0, 100000), "run up to an original");
	uc_emu_start(e->uc, until ? insn : pc, 0, 0, 100000);
	return n;
}

static void load_block(struct emulated *e, struct block *b, size_t used)
{
	struct own_target *x = e->x;
	struct dt_stub_block block = {
	    .plan = &b->plan, .bytes = b->bytes, .points = b->points, .n_points = b->n_points};

	assert_int_equal(dt_stub_add(&x->area, &x->facts, &x->routines, &block, &b->stub),
			 DT_REFUSE_NONE);
	expect_proof(&(struct dt_check_site){.area = &x->area,
					     .target = &x->facts,
					     .routines = &x->routines,
					     .block = &block,
					     .stub = &b->stub});
	memcpy(x->memory + used, x->area.bytes.data + used, x->area.bytes.len - used);
	memset(x->memory + OWN_AREA / 2, NO_INSTRUCTION, PAGE);
	memcpy(x->memory + OWN_AREA / 2, b->bytes, b->n);
	expect_ok(uc_ctl_remove_cache(e->uc, x->area.base + used, b->stub.end), "forget the stub");
	expect_ok(uc_ctl_remove_cache(e->uc, b->at, b->at + PAGE), "forget the block");
}

/** Runs a random block and its stub from one state. */
static void run_block(struct emulated *e)
{
	static uint8_t stack[STACK_PAGES * PAGE], left[STACK_PAGES * PAGE];
	struct own_target *x = e->x;
	size_t used = x->area.bytes.len;
	struct machine_state before, after;
	struct block b;
	struct trace t;

	make_block(&b, x);
	load_block(e, &b, used);
	enum move move = (enum move)(random_number() % N_MOVES);
	uint64_t insn = b.starts[random_number() % b.n_insns], count = own_count(x);

	for (unsigned k = 0; k < sizeof(stack); k++)
		stack[k] = (uint8_t)random_number();
	e->sp = STACK + PAGE + random_number() % 64 * 8;
	make_state(&before, e->sp);
	make_scene(e, random_number() & 1 ? NO_SLOT : A_SLOT);
	memcpy(e->stack, stack, sizeof(stack));
	write_state(e->uc, &before);
	run_original(e, &b, b.at, insn, &t);
	memcpy(left, e->stack, sizeof(stack));
	memcpy(e->stack, stack, sizeof(stack));
	write_state(e->uc, &before);
	size_t n_fired = run_moved(e, &b, move, insn, &t);

	read_state(e->uc, &after);
	expect_equal(&t.end, &after, b.at);
	assert_int_equal(own_count(x), count + n_fired);
	assert_int_equal(own_drops(x), 0);
	// Below, firings may have written where nothing was in use.
	uint64_t low = t.end.regs[RSP], zone = t.top - RED_ZONE;

	low = b.plan.uses_red_zone && zone < low ? zone : low;
	assert_memory_equal(left + (low - STACK), e->stack + (low - STACK),
			    STACK + sizeof(stack) - low);
	if (b.reads_all && n_fired && (move == STAYS || move == TO_POINT))
		for (unsigned k = 0; k < SLOTS; k++)
			if (x->slots[k].owner == ID)
				expect_words(dt_native_region_level(&x->r, k, 0)->regs, &t.last,
					     t.last_plan);
	dt_stub_deinit(&b.stub);
	x->area.bytes.len = used;
}

/** Blocks with several points equal their originals, and threads may be moved between both. */
static void blocks_equal_their_originals(void **state)
{
	enum { RUNS = 1000 };
	struct emulated e = emulated_open("BEGIN { @ = count(); }");

	(void)state;
	for (int run = 0; run < RUNS; run++)
		run_block(&e);
	emulated_close(&e);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(copies_equal_their_originals),
	    cmocka_unit_test(stubs_leave_no_trace),
	    cmocka_unit_test(blocks_equal_their_originals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
