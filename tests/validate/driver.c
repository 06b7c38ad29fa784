/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * validate-driver FILE...: plans the entry of every function of ELF files, makes its stub, and lets
 * the checker prove it. Prints each proof that fails, then the totals, a line each: a number and a
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
    .directory = 0x7f0012345000,
    .slots = 0x7f1000001000,
    .levels = 0x7f1000010000,
    .level_size = 1024,
    .n_slots = 128,
    .thread_id = 0x2d0,
};

/** Programs: a counter, one that reads two arguments, and one that reads and overwrites all. */
static const struct dt_stub_call calls[] = {
    {0x7f2000000000, 1, 0x0007, 0},
    {0x7f2000000100, 0x123456789, 0x0fc7, 1 << 14 | 1 << 13 | DT_NATIVE_READS_COOKIE},
    {0x7f2000000200, 3, 0xffcf,
     DT_NATIVE_READS_REGS | DT_NATIVE_READS_COOKIE | DT_NATIVE_READS_TIME},
};

static const char *const names[DT_N_REFUSALS] = {
#define DT_REFUSAL(name, text) #name,
#include "instrument/text/refusals.def"
#undef DT_REFUSAL
};

static struct {
	size_t files, functions, proved, failed, planned[DT_N_REFUSALS], moved[DT_N_REFUSALS];
	double us, longest; // of proofs
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
};

static void check_site(const struct file *f, const struct dt_check_site *s)
{
	double start = now_us(), us;
	struct dt_error *err = dt_check_site(s);

	us = now_us() - start;
	totals.us += us;
	totals.longest = us > totals.longest ? us : totals.longest;
	if (!err) {
		totals.proved++;
		return;
	}
	totals.failed++;
	printf("%s, 0x%" PRIx64 ": %s\n", f->path, s->block->points[0].plan->probed, err->message);
	dt_error_destroy(err);
}

static void check_function(struct file *f, const struct dt_plan *plan)
{
	size_t n, first = totals.functions % dt_array_len(calls);
	size_t n_calls = 1 + totals.functions / 3 % (dt_array_len(calls) - first);
	const uint8_t *bytes = dt_text_bytes(f->text, plan->at, &n);
	const uint8_t *padding = plan->hop ? dt_text_bytes(f->text, plan->hop, &n) : NULL;
	size_t before = f->area.bytes.len;
	struct dt_stub_point point = {plan, calls + first, n_calls};
	struct dt_stub_block block = {.plan = plan,
				      .bias = BIAS,
				      .bytes = bytes,
				      .padding = padding,
				      .points = &point,
				      .n_points = 1};
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
		const struct dt_text_part *part = dt_text_part(f.text, fn->addr);
		struct dt_plan plan;
		enum dt_refusal why =
		    dt_text_plan_entry(f.text, fn->addr - part->addr + part->offset, &plan);

		totals.functions++;
		totals.planned[why]++;
		if (why == DT_REFUSE_NONE)
			check_function(&f, &plan);
	}
	dt_vec_deinit(&f.area.bytes);
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
	printf("%zu files\n%zu functions\n%zu proved\n%zu failed\n", totals.files, totals.functions,
	       totals.proved, totals.failed);
	print_refusals("refused by the plan:", totals.planned);
	print_refusals("refused by the relocator:", totals.moved);
	printf("%.0f us of proofs\n%.0f us the longest proof\n", totals.us, totals.longest);
	return totals.failed > 0;
}
