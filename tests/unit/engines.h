/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Random programs of the IR for all executors. A program computes with variables, in registers and
 * in memory of all widths; it branches, calls functions and the runtime, looks elements up that may
 * be missing, divides by what may be 0, and claims bytes in a ring that may be full: it faults, or
 * counts a drop. All it does shows in `struct engine_memory`, so two executors agree if they leave
 * the same memory, and return the same number.
 *
 * Programs are packed: main calls each in turn, because loading BPF takes longer than all else.
 */
#ifndef DT_TESTS_UNIT_ENGINES_H
#define DT_TESTS_UNIT_ENGINES_H

#define INTERPRET_ONLY
#include "interpret.h"

#include "abi/native.h"
#include "abi/program.h"
#include "native/native.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "../../runtime/aggs.bpf.c"
#include "../../runtime/ring.bpf.c"

#include <sys/mman.h>

enum {
	VARIABLES = 20,
	ELEMENTS = 6,
	WORDS = 96, // of memory; the last VARIABLES receive the variables
	RANDOM_WORDS = WORDS - VARIABLES,
	SLOT_SIZE = 32,
	CHUNK = 256,
	NEST = 4,
};

/** The memory of a program's maps. */
struct engine_memory {
	uint64_t words[WORDS];
	struct dt_cpu cpu;
	uint64_t elements[ELEMENTS][8];
};

/** The maps of program n are number n * MAPS_EACH and the following ones. */
enum { MAP_WORDS, MAP_CPU, MAP_ELEMENTS, MAPS_EACH, PACK = 8, N_ENGINE_MAPS = PACK * MAPS_EACH };

/** Describes all maps. */
static void engine_maps(struct dt_map_desc desc[N_ENGINE_MAPS])
{
	static const struct dt_map_desc each[MAPS_EACH] = {
	    [MAP_WORDS] = {.name = "words", .value_size = 8 * WORDS, .max_entries = 1},
	    [MAP_CPU] = {.name = "cpu", .value_size = sizeof(struct dt_cpu), .max_entries = 1},
	    [MAP_ELEMENTS] = {.name = "elements", .value_size = 64, .max_entries = ELEMENTS},
	};

	for (unsigned k = 0; k < N_ENGINE_MAPS; k++) {
		desc[k] = each[k % MAPS_EACH];
		desc[k].kind = DT_MAPK_ARRAY;
		desc[k].key_size = 4;
		desc[k].is_mapped = true;
	}
}

/** Returns the memory of a map. */
static void *engine_map_memory(struct engine_memory *m, int64_t map)
{
	m += map / MAPS_EACH;
	switch (map % MAPS_EACH) {
	case MAP_WORDS:
		return m->words;
	case MAP_CPU:
		return &m->cpu;
	default:
		return m->elements;
	}
}

/** The source of random decisions: bytes of a fuzzer, then a generator that is the same everywhere.
 */
struct chooser {
	const uint8_t *data;
	size_t size;
	uint64_t state;
};

static uint64_t choose(struct chooser *c, uint64_t n)
{
	if (c->size) {
		c->size--;
		return (n > 256 ? *c->data++ * UINT64_C(0x0101010101010101) : *c->data++) % n;
	}
	c->state ^= c->state << 13; // xorshift64
	c->state ^= c->state >> 7;
	c->state ^= c->state << 17;
	return c->state % n;
}

static const uint64_t edges[] = {
    0,
    1,
    2,
    7,
    8,
    63,
    64,
    127,
    128,
    255,
    256,
    32767,
    32768,
    65535,
    65536,
    0x7fffffff,
    0x80000000,
    0xffffffff,
    0x100000000,
    INT64_MAX,
    1ull << 63,
    -1ull,
    -2ull,
    -128ull,
    -129ull,
    -32768ull,
    -65536ull,
    -0x80000000ull,
    -0x80000001ull,
    0x123456789abcdef,
};

static int64_t choose_edge(struct chooser *c)
{
	return (int64_t)edges[choose(c, sizeof(edges) / sizeof(*edges))];
}

/** A program under construction. */
struct engine_program {
	struct chooser *c;
	struct dt_ir_func *f;
	unsigned maps;	// number of its first map
	unsigned local; // the function that it calls
	dt_reg v[VARIABLES];
	dt_slot slots[3];
	struct {
		dt_label label;
		unsigned left; // steps
	} nest[NEST];
	unsigned depth;
	dt_label fault;
	dt_reg code; // of the fault
};

static dt_reg any(struct engine_program *g)
{
	return g->v[choose(g->c, VARIABLES)];
}

/** Assigns a variable: the same register, which is necessary below a branch, or a new one. */
static void assign(struct engine_program *g, dt_reg value)
{
	unsigned d = (unsigned)choose(g->c, VARIABLES);

	if (g->depth || choose(g->c, 2))
		dt_ir_mov_to(g->f, g->v[d], value);
	else
		g->v[d] = value;
}

/** Returns the address of memory with room for 8 bytes at *off, a multiple of `width`. */
static dt_reg any_memory(struct engine_program *g, unsigned width, bool is_shared, int64_t *off)
{
	bool in_slot = !is_shared && choose(g->c, 2);
	unsigned room = in_slot ? SLOT_SIZE : 8 * RANDOM_WORDS;

	*off = (int64_t)(choose(g->c, room / width) * width);
	if (in_slot)
		return dt_ir_slot_addr(g->f, g->slots[choose(g->c, 3)]);
	if (choose(g->c, 2))
		return dt_ir_map_value(g->f, g->maps + MAP_WORDS, 0);
	*off = (int64_t)choose(g->c, room / 2 / width) * width;
	return dt_ir_map_value(g->f, g->maps + MAP_WORDS,
			       (uint32_t)(choose(g->c, RANDOM_WORDS / 2) * 8));
}

static unsigned any_width(struct engine_program *g, unsigned least)
{
	return least << choose(g->c, least == 1 ? 4 : least == 2 ? 3 : 2);
}

static void step_binary(struct engine_program *g)
{
	enum dt_ir_op op = DT_IR_ADD + (int)choose(g->c, DT_IR_SAR - DT_IR_ADD + 1);
	dt_reg a = any(g), b = any(g);

	if (op >= DT_IR_DIV && op <= DT_IR_SMOD) {
		if (choose(g->c, 4)) { // or else the fault of a division by 0
			b = dt_ir_bini(g->f, DT_IR_OR, b, 1);
		} else {
			dt_ir_const_to(g->f, g->code, DT_FAULT_DIVZERO);
			dt_ir_branchi(g->f, DT_IR_EQ, b, 0, g->fault);
		}
	} else if (op >= DT_IR_SHL) {
		b = dt_ir_bini(g->f, DT_IR_AND, b, 63);
	}
	assign(g, dt_ir_bin(g->f, op, a, b));
}

static void step_immediate(struct engine_program *g)
{
	enum dt_ir_op op = DT_IR_ADD + (int)choose(g->c, DT_IR_SAR - DT_IR_ADD + 1);
	int64_t imm = choose_edge(g->c);

	if (op >= DT_IR_DIV && op <= DT_IR_SMOD && !imm)
		imm = 3;
	if (op >= DT_IR_SHL)
		imm &= 63;
	assign(g, dt_ir_bini(g->f, op, any(g), imm));
}

static void step_unary(struct engine_program *g)
{
	enum dt_ir_op op = DT_IR_NEG + (int)choose(g->c, 4);

	assign(g, dt_ir_un(g->f, op, any_width(g, op == DT_IR_BSWAP ? 2 : 1), any(g)));
}

static void step_store(struct engine_program *g)
{
	unsigned width = any_width(g, 1);
	int64_t off;
	dt_reg at = any_memory(g, width, false, &off);

	if (choose(g->c, 3))
		dt_ir_store(g->f, width, at, off, any(g));
	else
		dt_ir_storei(g->f, width, at, off, choose_edge(g->c));
}

static void step_load(struct engine_program *g)
{
	unsigned width = any_width(g, 1);
	int64_t off;
	dt_reg at = any_memory(g, width, false, &off);

	assign(g, dt_ir_load(g->f, width, at, off));
}

static void step_atomic(struct engine_program *g)
{
	enum dt_ir_op op = DT_IR_FETCH_ADD + (int)choose(g->c, 3);
	unsigned width = any_width(g, 4);
	int64_t off;
	dt_reg at = any_memory(g, width, true, &off);

	if (choose(g->c, 2))
		dt_ir_atomic_add(g->f, width, at, off,
				 choose(g->c, 2) ? any(g) : dt_ir_const(g->f, choose_edge(g->c)));
	else
		assign(g, dt_ir_atomic(g->f, op, width, at, off, any(g), any(g)));
}

/** Begins steps that a condition skips. */
static void step_branch(struct engine_program *g)
{
	enum dt_ir_cond cond = (enum dt_ir_cond)choose(g->c, DT_IR_SET + 1);

	if (g->depth == NEST)
		return;
	g->nest[g->depth].label = dt_ir_label(g->f);
	g->nest[g->depth].left = 1 + (unsigned)choose(g->c, 12);
	if (choose(g->c, 2))
		dt_ir_branch(g->f, cond, any(g), any(g), g->nest[g->depth].label);
	else
		dt_ir_branchi(g->f, cond, any(g), choose_edge(g->c), g->nest[g->depth].label);
	g->depth++;
}

/** Looks an element up by number; the fault of a wrong number. */
static void step_find(struct engine_program *g)
{
	dt_reg key = dt_ir_slot_addr(g->f, g->slots[0]), at;

	dt_ir_store(g->f, 4, key, 0, dt_ir_bini(g->f, DT_IR_AND, any(g), 7));
	at = dt_ir_env(g->f, DT_ENV_MAP_FIND, dt_ir_map(g->f, g->maps + MAP_ELEMENTS), key);
	dt_ir_const_to(g->f, g->code, DT_FAULT_BADINDEX);
	dt_ir_branchi(g->f, DT_IR_EQ, at, 0, g->fault);
	dt_ir_atomic_add(g->f, 8, at, (int64_t)choose(g->c, 8) * 8, any(g));
	assign(g, dt_ir_load(g->f, 8, at, (int64_t)choose(g->c, 8) * 8));
}

static void step_runtime(struct engine_program *g)
{
	dt_reg word = dt_ir_map_value(g->f, g->maps + MAP_WORDS,
				      (uint32_t)choose(g->c, RANDOM_WORDS - 4) * 8);

	switch (choose(g->c, 3)) {
	case 0:
		assign(g, dt_ir_call(g->f, "dt_quantize_bucket", 1, any(g)));
		break;
	case 1:
		assign(g, dt_ir_call(g->f, "dt_agg_grow", 2, word, any(g)));
		break;
	default:
		dt_ir_call(g->f, "dt_agg_stddev", 2, word, any(g));
	}
}

/** Claims bytes; the drop of a full ring. */
static void step_ring(struct engine_program *g)
{
	static const char *const functions[] = {"dt_ring_claim", "dt_ring_claim_fill",
						"dt_ring_claim_over"};
	struct dt_ir_func *f = g->f;
	dt_reg cpu = dt_ir_map_value(f, g->maps + MAP_CPU, 0),
	       pad = dt_ir_slot_addr(f, g->slots[1]), pos;
	dt_reg size = dt_ir_bini(f, DT_IR_ADD, dt_ir_bini(f, DT_IR_AND, any(g), 0x78), 8);
	dt_label full = dt_ir_label(f);

	pos = dt_ir_call(f, functions[choose(g->c, 3)], 5, cpu, size, dt_ir_const(f, CHUNK),
			 dt_ir_const(f, 4 * CHUNK), pad);
	assign(g, pos);
	dt_ir_branchi(f, DT_IR_SGE, pos, 0, full);
	dt_ir_atomic_add(f, 8, cpu, offsetof(struct dt_cpu, drops), dt_ir_const(f, 1));
	dt_ir_place(f, full);
}

static void step_copy(struct engine_program *g)
{
	struct dt_ir_func *f = g->f;
	dt_reg dst = dt_ir_slot_addr(f, g->slots[choose(g->c, 3)]);
	dt_reg src =
	    dt_ir_map_value(f, g->maps + MAP_WORDS, (uint32_t)choose(g->c, RANDOM_WORDS - 4) * 8);
	enum dt_env word = choose(g->c, 2) ? DT_ENV_COPY : DT_ENV_COPY_STR;

	assign(g,
	       dt_ir_env(f, word, dst, dt_ir_const(f, 1 + (int64_t)choose(g->c, SLOT_SIZE)), src));
}

static void step_local(struct engine_program *g)
{
	assign(g, dt_ir_call_local(g->f, g->local, 5, any(g), any(g), any(g), any(g), any(g)));
}

static void step_clobber(struct engine_program *g)
{
	dt_ir_env(g->f, DT_ENV_TIME);
}

static void random_step(struct engine_program *g)
{
	static void (*const steps[])(struct engine_program *) = {
	    step_binary,    step_binary,  step_binary, step_binary, step_immediate,
	    step_immediate, step_unary,	  step_store,  step_store,  step_load,
	    step_load,	    step_atomic,  step_branch, step_branch, step_find,
	    step_ring,	    step_runtime, step_copy,   step_local,  step_clobber,
	};

	steps[choose(g->c, sizeof(steps) / sizeof(*steps))](g);
	for (unsigned k = 0; k < g->depth; k++)
		if (g->nest[k].left)
			g->nest[k].left--;
	while (g->depth && !g->nest[g->depth - 1].left)
		dt_ir_place(g->f, g->nest[--g->depth].label);
}

/** A function that mixes its five arguments. */
static void make_local(struct dt_ir_prog *p, struct chooser *c)
{
	struct dt_ir_func *f = dt_ir_func_add(p, "mix", 5);
	dt_reg sum = dt_ir_const(f, choose_edge(c));

	for (int k = 1; k <= 5; k++) {
		sum = dt_ir_bini(f, DT_IR_MUL, sum, 1 + (int64_t)choose(c, 100));
		sum = dt_ir_bin(f, DT_IR_ADD + (int)choose(c, 3), sum, k);
	}
	dt_vec_push(&f->code, ((struct dt_ir_insn){.op = DT_IR_RET, .a = sum}));
}

/** Adds program number `n`, and the function that it calls. */
static void make_program(struct dt_ir_prog *p, struct chooser *c, unsigned n)
{
	struct engine_program program = {.c = c,
					 .f = dt_ir_func_add(p, "program", 1),
					 .maps = n * MAPS_EACH,
					 .local = (unsigned)p->funcs.len};
	struct engine_program *g = &program;
	struct dt_ir_func *f = g->f;
	unsigned steps = 10 + (unsigned)choose(c, 90);

	g->fault = dt_ir_label(f);
	g->code = dt_ir_reg(f);
	dt_ir_const_to(f, g->code, 0);
	for (unsigned k = 0; k < 3; k++) {
		g->slots[k] = dt_ir_slot(f, SLOT_SIZE, 8);
		for (unsigned at = 0; at < SLOT_SIZE; at += 8)
			dt_ir_storei(f, 8, dt_ir_slot_addr(f, g->slots[k]), at, (int64_t)at);
	}
	dt_reg words = dt_ir_map_value(f, g->maps + MAP_WORDS, 0);
	for (unsigned k = 0; k < VARIABLES; k++)
		g->v[k] =
		    choose(c, 4) ? dt_ir_load(f, 8, words, 8 * k) : dt_ir_const(f, choose_edge(c));
	step_local(g); // the kernel refuses functions that nothing calls
	for (unsigned k = 0; k < steps; k++)
		random_step(g);
	while (g->depth)
		dt_ir_place(f, g->nest[--g->depth].label);
	for (unsigned k = 0; k < VARIABLES; k++)
		dt_ir_store(f, 8, words, 8 * (RANDOM_WORDS + k), g->v[k]);
	dt_ir_ret(f, 0);
	dt_ir_place(f, g->fault);
	dt_ir_store(f, 8, words, 8 * RANDOM_WORDS, g->code);
	dt_ir_ret(f, 1);
	make_local(p, c);
	if (choose(c, 2)) {
		dt_ir_optimize(f);
		dt_ir_optimize(p->funcs.data[g->local]);
	}
}

/** Makes `n` programs, and a main function that calls them and returns how many of them faulted. */
static struct dt_ir_prog *make_pack(struct dt_arena *arena, struct chooser *c, unsigned n)
{
	struct dt_ir_prog *p = dt_ir_prog_create(arena, "random", DT_ATTACH_RAW_TRACEPOINT);
	struct dt_ir_func *f = dt_ir_func_add(p, "main", 1);
	dt_reg sum = dt_ir_const(f, 0);

	for (unsigned k = 0; k < n; k++) {
		dt_reg faulted = dt_ir_call_local(f, (unsigned)p->funcs.len, 1, dt_ir_const(f, k));

		sum = dt_ir_bin(f, DT_IR_ADD, sum, faulted);
		make_program(p, c, k);
	}
	dt_vec_push(&f->code, ((struct dt_ir_insn){.op = DT_IR_RET, .a = sum}));
	return p;
}

static void make_memory(struct engine_memory *m, struct chooser *c)
{
	memset(m, 0, sizeof(*m));
	for (unsigned k = 0; k < RANDOM_WORDS; k++)
		m->words[k] = choose(c, 2) ? (uint64_t)choose_edge(c) : choose(c, UINT64_MAX);
	m->cpu.tail = choose(c, 4) * CHUNK;
	m->cpu.head = m->cpu.tail + choose(c, 4 * CHUNK / 8) * 8;
}

/* ---- the interpreter ---- */

static void *engine_map_value(void *self, int64_t map)
{
	return engine_map_memory(self, map);
}

static uint64_t engine_env(void *self, int64_t word, const uint64_t *args)
{
	uint32_t index;

	switch (word) {
	case DT_ENV_MAP_FIND:
		memcpy(&index, (void *)args[1], sizeof(index));
		return index < ELEMENTS
			   ? (uint64_t)engine_map_memory(self, (int64_t)args[0]) + index * 64
			   : 0;
	case DT_ENV_COPY:
		memcpy((void *)args[0], (void *)args[2], args[1]);
		return 0;
	case DT_ENV_COPY_STR:
		index = (uint32_t)strnlen((void *)args[2], args[1] - 1);
		memcpy((void *)args[0], (void *)args[2], index);
		((char *)args[0])[index] = '\0';
		return index + 1;
	default:
		return 1; // TIME
	}
}

static uint64_t engine_call(void *self, const char *function, const uint64_t *a)
{
	if (!strcmp(function, "dt_quantize_bucket"))
		return dt_quantize_bucket((s64)a[0]);
	if (!strcmp(function, "dt_agg_grow"))
		return dt_agg_grow((void *)a[0], a[1]);
	if (!strcmp(function, "dt_agg_stddev"))
		return dt_agg_stddev((void *)a[0], (s64)a[1]);
	if (!strcmp(function, "dt_ring_claim"))
		return (u64)dt_ring_claim((void *)a[0], a[1], a[2], a[3], (void *)a[4]);
	if (!strcmp(function, "dt_ring_claim_fill"))
		return (u64)dt_ring_claim_fill((void *)a[0], a[1], a[2], a[3], (void *)a[4]);
	return (u64)dt_ring_claim_over((void *)a[0], a[1], a[2], a[3], (void *)a[4]);
}

static uint64_t engine_interpret(const struct dt_ir_prog *p, struct engine_memory *m)
{
	struct machine machine = {.self = m,
				  .env = engine_env,
				  .map_value = engine_map_value,
				  .call = engine_call,
				  .prog = p};

	return interpret(p->funcs.data[0], &machine);
}

/* ---- machine code ---- */

/** The region of a native program: code, then the head, the maps and the level. */
struct engine_region {
	uint8_t code[1 << 18];
	struct dt_native_head head;
	struct engine_memory memory[PACK];
	union {
		struct dt_native_level level;
		uint8_t bytes[1 << 16];
	};
};

static struct engine_region *engine_region_create(void)
{
	struct engine_region *r = mmap(NULL, sizeof(*r), PROT_READ | PROT_WRITE | PROT_EXEC,
				       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (r == MAP_FAILED)
		abort();
	r->head.scale[0].rate = 1;
	return r;
}

/** Compiles the program into the region. Returns the size of its code. */
static size_t engine_compile(const struct dt_ir_prog *p, struct engine_region *r)
{
	struct dt_map_desc desc[N_ENGINE_MAPS];
	struct dt_native_map maps[N_ENGINE_MAPS];
	struct dt_native_place place = {
	    .maps = maps, .n_maps = N_ENGINE_MAPS, .strsize = 256, .has_counter = true};
	struct dt_native_program program;
	size_t size;

	engine_maps(desc);
	for (unsigned k = 0; k < N_ENGINE_MAPS; k++)
		maps[k] = (struct dt_native_map){
		    .kind = desc[k].kind,
		    .key_size = desc[k].key_size,
		    .value_size = desc[k].value_size,
		    .stride = desc[k].value_size,
		    .n = desc[k].max_entries,
		    .distance = (uint8_t *)engine_map_memory(r->memory, k) - (uint8_t *)&r->head,
		};
	struct dt_error *err = dt_native_compile(p, &place, &program);
	if (err || !dt_code_link(&program.code, offsetof(struct engine_region, head)) ||
	    program.code.bytes.len > sizeof(r->code) || program.level_size > sizeof(r->bytes))
		abort();
	size = program.code.bytes.len;
	memcpy(r->code, program.code.bytes.data, size);
	dt_native_program_deinit(&program);
	return size;
}

/** Runs the programs on the memory of `n` of them. */
static inline uint64_t engine_native(const struct dt_ir_prog *p, struct engine_region *r,
				     struct engine_memory *m, unsigned n)
{
	uint64_t result;

	engine_compile(p, r);
	memcpy(r->memory, m, n * sizeof(*m));
	result = ((uint64_t(*)(void *))r->code)(&r->level);
	memcpy(m, r->memory, n * sizeof(*m));
	return result;
}

#endif
