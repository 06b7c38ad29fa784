/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * validate-driver FILE...: plans the entry of every function of ELF files, its returns, its jumps
 * to other functions, and a choice of its other instructions. Makes the stubs, one for all plans
 * that overlap, and one for each whole function, and lets the checker prove them. Walks through
 * each function at random, and compares the counts of its blocks with those that follow from the
 * blocks with counters. Prints each proof that fails, then the totals, a line each: a number and a
 * name. Other files are ignored. Exits with status 1 if a proof fails.
 */
#include "abi/native.h"
#include "instrument/check/check.h"
#include "instrument/text/internal.h"
#include "native/native.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { PAGE = 4096, REACH = 1 << 30 };

static const uint64_t BIAS = 0x555500000000;

static const struct dt_stub_target facts = {
    .directory = 0x7f0fff345000,
    .slots = 0x7f1000001000,
    .levels = 0x7f1000010000,
    .level_size = 1024,
    .n_slots = 128,
    .thread_id = 0x2d0,
};

/** Programs: a counter, one that reads two arguments, and one that reads and overwrites all. */
static const struct dt_stub_call calls[] = {
    {0x7f2000000000, 1, 0x0007, 0, true, true},
    {0x7f2000000100, 0x123456789, 0x0fc7, 1 << 14 | 1 << 13 | DT_NATIVE_READS_COOKIE, false, false},
    {0x7f2000000200, 3, 0xffcf,
     DT_NATIVE_READS_REGS | DT_NATIVE_READS_COOKIE | DT_NATIVE_READS_TIME, false, false},
};

static const char *const names[DT_N_REFUSALS] = {
#define DT_REFUSAL(name, text) #name,
#include "instrument/text/refusals.def"
#undef DT_REFUSAL
};

enum kind { ENTRY, RETURN, LEAVING_JUMP, OTHER, N_KINDS };

static const char *const kinds[N_KINDS] = {"entries", "returns", "leaving jumps", "others"};

static struct {
	size_t files, sites[N_KINDS], planned[N_KINDS], proved, failed, with_several_points;
	size_t refused[DT_N_REFUSALS], moved[DT_N_REFUSALS];
	size_t bodies, bodies_proved, bodies_whole, insns, unserved[DT_N_REFUSALS];
	size_t blocks, counters;
	double us, longest, longest_body; // of proofs
} totals;

static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

struct file {
	const char *path;
	struct dt_text *text;
	struct dt_copy area;
	struct dt_stub_routines routines;
	dt_vec(struct dt_plan) plans; // of a function
};

static void check_site(const struct file *f, const struct dt_check_site *s)
{
	double start = now_us(), us;
	struct dt_error *err = dt_check_site(s);

	us = now_us() - start;
	totals.us += us;
	totals.longest = us > totals.longest ? us : totals.longest;
	totals.with_several_points += s->block->n_points > 1;
	if (!err) {
		totals.proved++;
		return;
	}
	totals.failed++;
	printf("%s, 0x%" PRIx64 ": %s\n", f->path, s->block->plan->at, err->message);
	dt_error_destroy(err);
}

// ---- blocks

static int compare_at(const void *a, const void *b)
{
	const struct dt_plan *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

static int compare_probed(const void *a, const void *b)
{
	const struct dt_stub_point *x = a, *y = b;

	return (x->plan->probed > y->plan->probed) - (x->plan->probed < y->plan->probed);
}

/** Makes the points of plans, with changing programs. */
static struct dt_stub_point *make_points(const struct dt_plan *plans, size_t n)
{
	static size_t n_made;
	struct dt_stub_point *points = dt_malloc(n * sizeof(*points));

	for (size_t k = 0; k < n; k++, n_made++) {
		size_t first = n_made % dt_array_len(calls);

		points[k] = (struct dt_stub_point){&plans[k], calls + first,
						   1 + n_made / 3 % (dt_array_len(calls) - first)};
	}
	qsort(points, n, sizeof(*points), compare_probed);
	return points;
}

/** Checks the stub of plans that overlap. */
static void check_block(struct file *f, const struct dt_plan *plan, const struct dt_plan *plans,
			size_t n_plans)
{
	dt_cleanup(dt_free_p) struct dt_stub_point *points = make_points(plans, n_plans);
	size_t n, before = f->area.bytes.len;
	struct dt_stub_block block = {.plan = plan,
				      .bias = BIAS,
				      .bytes = dt_text_bytes(f->text, plan->at, &n),
				      .padding =
					  plan->hop ? dt_text_bytes(f->text, plan->hop, &n) : NULL,
				      .points = points,
				      .n_points = n_plans};
	struct dt_stub stub;
	enum dt_refusal why = dt_stub_add(&f->area, &facts, &f->routines, &block, &stub);

	totals.moved[why]++;
	if (why != DT_REFUSE_NONE)
		return;
	struct dt_check_site s = {.area = &f->area,
				  .target = &facts,
				  .routines = &f->routines,
				  .block = &block,
				  .stub = &stub};

	check_site(f, &s);
	dt_stub_deinit(&stub);
	f->area.bytes.len = before; // the next stub is where this one was
}

/** Checks all plans of a function. */
static void check_plans(struct file *f)
{
	struct dt_plan *plans = f->plans.data;

	if (f->plans.len)
		qsort(plans, f->plans.len, sizeof(*plans), compare_at);
	for (size_t k = 0; k < f->plans.len; k++)
		dt_text_settle(f->text, &plans[k]);
	for (size_t first = 0, next; first < f->plans.len; first = next) {
		struct dt_plan block = plans[first];

		for (next = first + 1; next < f->plans.len && dt_plan_join(&block, &plans[next]);)
			next++;
		check_block(f, &block, plans + first, next - first);
	}
}

// ---- sites

static void plan_site(struct file *f, uint64_t addr, enum kind kind)
{
	const struct dt_text_part *part = dt_text_part(f->text, addr);
	uint64_t offset = addr - part->addr + part->offset;
	struct dt_plan plan;
	enum dt_refusal why = kind == ENTRY ? dt_text_plan_entry(f->text, offset, &plan)
					    : dt_text_plan_offset(f->text, offset, &plan);

	totals.sites[kind]++;
	totals.refused[why]++;
	if (why != DT_REFUSE_NONE)
		return;
	totals.planned[kind]++;
	if (plan.end > plan.at)
		dt_vec_push(&f->plans, plan);
}

/** Chooses all instructions of every 64th function, and every 64th of others. */
static bool is_chosen(uint64_t function, uint64_t at)
{
	enum { FACTOR = 0x9e3779b1 };

	return (uint32_t)(function * FACTOR) >> 26 == 0 || (uint32_t)(at * FACTOR) >> 26 == 0;
}

static void plan_function(struct file *f, const struct dt_text_function *fn)
{
	struct dt_decoded d;

	f->plans.len = 0;
	plan_site(f, fn->addr, ENTRY);
	for (uint64_t at = fn->addr + 1; at < fn->end; at++) {
		size_t n;
		const uint8_t *bytes = dt_text_bytes(f->text, at, &n);

		if (!bytes || !(dt_text_marks(f->text, at) & DT_MARK_START) ||
		    !dt_decode_brief(bytes, n, at, &d) || dt_text_function(f->text, at) != fn)
			continue;
		uint64_t target = dt_decoded_target(&d);

		if (d.insn.mnemonic == ZYDIS_MNEMONIC_RET)
			plan_site(f, at, RETURN);
		else if (d.insn.mnemonic == ZYDIS_MNEMONIC_JMP && target &&
			 target - fn->addr >= fn->end - fn->addr)
			plan_site(f, at, LEAVING_JUMP);
		else if (is_chosen(fn->addr, at))
			plan_site(f, at, OTHER);
	}
}

// ---- whole functions

static void prove_body(struct file *f, const struct dt_check_body *b)
{
	double start = now_us(), us;
	struct dt_error *err = dt_check_body(b);

	us = now_us() - start;
	totals.us += us;
	totals.longest_body = us > totals.longest_body ? us : totals.longest_body;
	totals.failed += err != NULL;
	totals.bodies_proved += !err;
	if (err)
		printf("%s, function 0x%" PRIx64 ": %s\n", f->path, b->body->body->begin,
		       err->message);
	dt_error_destroy(err);
}

/** Makes points in front of some instructions of a body. */
static size_t make_body_points(const struct dt_body *body, struct dt_plan *plans,
			       struct dt_stub_point *points)
{
	size_t n = 0;

	for (size_t i = 0; i < body->insns.len; i++) {
		uint64_t at = body->insns.data[i].at;

		if (!is_chosen(body->begin, at))
			continue;
		plans[n] =
		    (struct dt_plan){.probed = at, .at = at, .fires = at, .uses_red_zone = true};
		points[n] = (struct dt_stub_point){&plans[n], &calls[n % dt_array_len(calls)], 1};
		n++;
	}
	return n;
}

/** Checks a body, with counters and without, and with points. */
static void check_moved(struct file *f, const struct dt_body *body)
{
	const uint64_t near = f->area.base & -(uint64_t)PAGE;
	const struct dt_body_counters counters = {
	    .own = near + 0x100000, .others = near + 0x8000000, .thread = 4711, .is_open = near};
	struct dt_plan *plans = dt_malloc((body->insns.len + 1) * sizeof(*plans));
	struct dt_stub_point *points = dt_malloc((body->insns.len + 1) * sizeof(*points));
	size_t n = make_body_points(body, plans, points);

	for (int with = 0; with < 2; with++) {
		struct dt_stub_body b = {.text = f->text,
					 .body = body,
					 .bias = BIAS,
					 .points = points,
					 .n_points = with ? n : 0,
					 .counters = with ? NULL : &counters};
		size_t before = f->area.bytes.len;
		struct dt_stub stub;
		enum dt_refusal why = dt_stub_add_body(&f->area, &facts, &f->routines, &b, &stub);

		totals.moved[why]++;
		if (why != DT_REFUSE_NONE)
			continue;
		prove_body(f, &(struct dt_check_body){.area = &f->area,
						      .target = &facts,
						      .routines = &f->routines,
						      .body = &b,
						      .stub = &stub});
		dt_stub_deinit(&stub);
		f->area.bytes.len = before;
	}
	free(plans);
	free(points);
}

// ---- counts of blocks

static size_t random_below(size_t n)
{
	static uint64_t state = 1;

	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (size_t)((state * 0x2545f4914f6cdd1d) >> 33) % n;
}

/** Returns where control goes on behind an instruction; 0: it leaves the body. */
static uint64_t step(const struct file *f, const struct dt_body_insn *in)
{
	size_t n;
	const uint8_t *bytes = dt_text_bytes(f->text, in->at, &n);
	uint64_t next = in->at + in->size, target;
	struct dt_decoded d;

	if (!dt_decode_brief(bytes, in->size, in->at, &d))
		return 0;
	target = in->kind == DT_BODY_MOVES ? dt_decoded_target(&d) : 0;
	if (d.insn.mnemonic == ZYDIS_MNEMONIC_JMP || d.insn.mnemonic == ZYDIS_MNEMONIC_RET)
		return target;
	return target && random_below(2) ? target : next;
}

static bool is_landing(const struct dt_body *b, uint64_t at)
{
	size_t i = dt_leading(b->landings.data, b->landings.len, e, e->at < at);

	return i < b->landings.len && b->landings.data[i].at == at;
}

/** Walks through the body at random, from one of its ways in until control leaves it, and counts
 *  the blocks of the copy that it enters. Calls return to the original. A walk that is long ends at
 *  a call, or, if there is none, in an endless loop. */
static void walk(const struct file *f, const struct dt_body *b, const size_t *blocks, uint64_t at,
		 uint64_t *counts)
{
	enum { MANY = 10000, ENDLESS = 1000000 };
	bool is_in_copy = true;

	for (size_t k = 0; k < ENDLESS && at; k++) {
		const struct dt_body_insn *in = dt_body_find(b, at);

		if (!in)
			break;
		is_in_copy |= is_landing(b, at);
		counts[blocks[in - b->insns.data]] += in->is_head && is_in_copy;
		is_in_copy &= in->kind == DT_BODY_MOVES;
		at = k > MANY && !is_in_copy ? 0 : step(f, in);
	}
}

/** Checks that the counts of some blocks yield those of all. */
static void check_counts(const struct file *f, const struct dt_body *b)
{
	enum { WALKS = 20 };
	size_t *blocks = dt_malloc(b->insns.len * sizeof(*blocks)), n = 0;
	uint64_t *counts = dt_zalloc((b->blocks.len + 1) * sizeof(*counts));
	uint64_t *derived = dt_zalloc((b->blocks.len + 1) * sizeof(*counts));
	uint64_t *counters = dt_zalloc((b->blocks.len + 1) * sizeof(*counts));

	for (size_t i = 0; i < b->insns.len; i++) {
		n += b->insns.data[i].is_head;
		blocks[i] = n - 1;
	}
	for (int k = 0; k < WALKS && b->landings.len; k++)
		walk(f, b, blocks, b->landings.data[random_below(b->landings.len)].at, counts);
	n = 0;
	for (size_t i = 0; i < b->insns.len; i++)
		if (b->insns.data[i].is_counted)
			counters[n++] = counts[blocks[i]];
	dt_body_derive(b, counters, derived);
	if (n != b->n_counters || memcmp(counts, derived, b->blocks.len * sizeof(*counts)) != 0) {
		printf("%s, function 0x%" PRIx64 ": wrong counts\n", f->path, b->begin);
		totals.failed++;
	}
	totals.blocks += b->blocks.len;
	totals.counters += n;
	free(blocks);
	free(counts);
	free(derived);
	free(counters);
}

static void check_body(struct file *f, const struct dt_text_function *fn)
{
	const struct dt_text_part *part = dt_text_part(f->text, fn->addr);
	struct dt_body body;
	enum dt_refusal why =
	    dt_text_plan_body(f->text, fn->addr - part->addr + part->offset, &body);

	totals.bodies++;
	totals.insns += why ? 0 : body.insns.len;
	totals.bodies_whole += !why && !body.n_refused;
	dt_vec_foreach (&body.insns, in)
		totals.unserved[in->refusal]++;
	if (!why) {
		check_moved(f, &body);
		check_counts(f, &body);
	}
	dt_text_release_body(f->text, &body);
	dt_body_deinit(&body);
}

static void check_file(const char *path)
{
	struct file f = {.path = path};
	struct dt_error *err = dt_text_open(path, &f.text);

	if (err) {
		dt_error_destroy(err);
		return;
	}
	totals.files++;
	if (f.text->functions.len)
		f.area.base = (f.text->functions.data[0].addr + BIAS - REACH) & -(uint64_t)PAGE;
	dt_stub_routines(&f.area, &facts, &f.routines);
	dt_vec_foreach (&f.text->functions, fn) {
		plan_function(&f, fn);
		check_plans(&f);
		check_body(&f, fn);
	}
	dt_vec_deinit(&f.area.bytes);
	dt_vec_deinit(&f.plans);
	dt_text_close(f.text);
}

static void print_refusals(const char *who, const size_t *numbers)
{
	for (int k = 1; k < DT_N_REFUSALS; k++)
		if (numbers[k])
			printf("%zu %s %s\n", numbers[k], who, names[k]);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		check_file(argv[i]);
	printf("%zu files\n", totals.files);
	for (int k = 0; k < N_KINDS; k++)
		printf("%zu %s\n%zu %s planned\n", totals.sites[k], kinds[k], totals.planned[k],
		       kinds[k]);
	printf("%zu blocks with several points\n%zu proved\n%zu failed\n",
	       totals.with_several_points, totals.proved, totals.failed);
	printf("%zu functions\n%zu functions without a refusal\n%zu bodies proved\n"
	       "%zu instructions of functions\n%zu blocks\n%zu counters\n",
	       totals.bodies, totals.bodies_whole, totals.bodies_proved, totals.insns,
	       totals.blocks, totals.counters);
	print_refusals("instructions refused:", totals.unserved);
	print_refusals("refused by the plan:", totals.refused);
	print_refusals("refused by the relocator:", totals.moved);
	printf("%.0f us of proofs\n%.0f us the longest proof\n", totals.us, totals.longest);
	printf("%.0f us the longest proof of a function\n", totals.longest_body);
	return totals.failed > 0;
}
