/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans the entry of every function of ELF files, its returns, and its jumps to other functions.
 * The rare parts of functions that a compiler has put elsewhere are no functions; a stripped file
 * does not name them so, but its frames do.
 *
 *	bench-sites FILE...	a table: functions, share that can be patched, forms of plans,
 *				refusals by reason, time per MB of text
 *	bench-sites -m FILE...	the shares and the refusals as a table of the guide
 *	bench-sites -r FILE...	the refusals of returns, with jumps to other functions
 *	bench-sites -l FILE...	a line for each function: its plan, or the reason of its refusal
 */
#include "instrument/text/internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

struct share {
	size_t n, planned, refused[DT_N_REFUSALS];
};

struct census {
	struct share entries, returns;
	size_t parts, behind, hops, dead, flags;
	double ms, plan_ms, mb;
};

static const char *const names[DT_N_REFUSALS] = {
#define DT_REFUSAL(name, text) #name,
#include "instrument/text/refusals.def"
#undef DT_REFUSAL
};

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void print_plan(uint64_t addr, enum dt_refusal why, const struct dt_plan *p)
{
	if (why)
		printf("%" PRIx64 " %s\n", addr, names[why]);
	else
		printf("%" PRIx64 " at %" PRIx64 " end %" PRIx64 " hop %" PRIx64
		       " pushed %u red %d flags %d dead %04x\n",
		       addr, p->at, p->end, p->hop, p->pushed, p->uses_red_zone, p->flags_are_dead,
		       p->dead);
}

static bool count(struct share *s, enum dt_refusal why)
{
	s->n++;
	s->planned += why == DT_REFUSE_NONE;
	s->refused[why]++;
	return why == DT_REFUSE_NONE;
}

/** Reports whether the instruction returns, or jumps to the beginning of a function, not of a part.
 */
static bool is_return(const struct dt_text *t, const struct dt_decoded *d)
{
	uint64_t target = dt_decoded_target(d);
	const struct dt_text_function *to = target ? dt_text_function(t, target) : NULL;

	return d->insn.mnemonic == ZYDIS_MNEMONIC_RET ||
	       (d->insn.mnemonic == ZYDIS_MNEMONIC_JMP && to && to->addr == target && !to->is_part);
}

/** Plans the returns of a function. */
static void plan_returns(struct dt_text *t, const struct dt_text_function *fn, struct census *c)
{
	struct dt_decoded d;
	struct dt_plan p;

	for (uint64_t at = fn->addr; at < fn->end; at++) {
		size_t n;
		const uint8_t *bytes = dt_text_bytes(t, at, &n);

		if (bytes && dt_text_marks(t, at) & DT_MARK_START &&
		    dt_decode_brief(bytes, n, at, &d) && is_return(t, &d))
			count(&c->returns, dt_text_plan_insn(t, at, &p));
	}
}

static void plan_all(struct dt_text *t, bool lists, struct census *c)
{
	double start = now_ms();

	dt_vec_foreach (&t->functions, fn) {
		const struct dt_text_part *part = dt_text_part(t, fn->addr);
		struct dt_plan p;
		enum dt_refusal why =
		    dt_text_plan_entry(t, fn->addr - part->addr + part->offset, &p);

		if (lists)
			print_plan(fn->addr, why, &p);
		if (fn->is_part) {
			c->parts++;
			continue;
		}
		if (!count(&c->entries, why))
			continue;
		c->behind += p.at != fn->addr;
		c->hops += p.hop != 0;
		c->dead += p.dead != 0;
		c->flags += p.flags_are_dead;
	}
	c->plan_ms = now_ms() - start;
	dt_vec_foreach (&t->functions, fn)
		plan_returns(t, fn, c);
}

/** Returns false and prints the reason if the file cannot be read. */
static bool take_census(const char *path, bool lists, struct census *c)
{
	double start = now_ms(), middle;
	struct dt_text *t;
	struct dt_error *err = dt_text_open(path, &t);

	if (err) {
		fprintf(stderr, "%s\n", err->message);
		dt_error_destroy(err);
		return false;
	}
	middle = now_ms();
	plan_all(t, lists, c);
	c->ms = middle - start;
	dt_vec_foreach (&t->parts, p)
		c->mb += (double)p->size / 1e6;
	dt_text_close(t);
	return true;
}

static double percent(size_t part, size_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_census(const char *name, const struct census *c)
{
	printf("%-24s %7zu functions, %zu parts of functions; %6.2f%% planned; behind the first "
	       "instruction %.1f%%, hops "
	       "%.1f%%; a register dead %.1f%%, flags dead %.1f%%; returns "
	       "%.1f%%; %.1f MB, %.1f ms per MB, plans %.2f us;",
	       name, c->entries.n, c->parts, percent(c->entries.planned, c->entries.n),
	       percent(c->behind, c->entries.planned), percent(c->hops, c->entries.planned),
	       percent(c->dead, c->entries.planned), percent(c->flags, c->entries.planned),
	       percent(c->returns.planned, c->returns.n), c->mb, c->mb > 0 ? c->ms / c->mb : 0,
	       c->entries.n ? c->plan_ms * 1e3 / (double)c->entries.n : 0);
	for (int i = 1; i < DT_N_REFUSALS; i++)
		if (c->entries.refused[i])
			printf(" %s %zu", names[i], c->entries.refused[i]);
	printf("\n");
}

static const struct share *share_of(const struct census *c, bool of_returns)
{
	return of_returns ? &c->returns : &c->entries;
}

static void print_row(const char *title, const struct census *all, size_t n, bool of_returns,
		      int refusal)
{
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += share_of(&all[i], of_returns)->refused[refusal];
	if (!sum)
		return;
	printf("| %s |", title);
	for (size_t i = 0; i < n; i++)
		printf(" %zu |", share_of(&all[i], of_returns)->refused[refusal]);
	printf("\n");
}

/** Prints the number of sites, and the share of those that can be patched. */
static void print_share(const char *title, const struct census *all, size_t n, bool of_returns)
{
	printf("| %s |", title);
	for (size_t i = 0; i < n; i++)
		printf(" %zu |", share_of(&all[i], of_returns)->n);
	printf("\n| can be patched |");
	for (size_t i = 0; i < n; i++) {
		const struct share *s = share_of(&all[i], of_returns);

		printf(" %.1f%% |", percent(s->planned, s->n));
	}
	printf("\n");
}

/** Prints a table of the guide: a column for each file, a row for each reason that occurs. */
static void print_table(char *const *paths, const struct census *all, size_t n, bool of_returns)
{
	printf("| |");
	for (size_t i = 0; i < n; i++) {
		const char *slash = strrchr(paths[i], '/');

		printf(" %s |", slash ? slash + 1 : paths[i]);
	}
	printf("\n|---|");
	for (size_t i = 0; i < n; i++)
		printf("---:|");
	printf("\n");
	print_share(of_returns ? "returns" : "functions", all, n, of_returns);
	for (int k = 1; k < DT_N_REFUSALS; k++)
		print_row(dt_refusal_texts[k], all, n, of_returns, k);
	if (!of_returns)
		print_share("returns", all, n, true);
}

int main(int argc, char **argv)
{
	bool of_returns = argc > 1 && !strcmp(argv[1], "-r");
	bool makes_table = of_returns || (argc > 1 && !strcmp(argv[1], "-m"));
	bool lists = argc > 1 && !strcmp(argv[1], "-l");
	int first = 1 + (makes_table || lists), status = 0;
	struct census *all = dt_zalloc((size_t)argc * sizeof(*all));

	for (int i = first; i < argc; i++) {
		const char *slash = strrchr(argv[i], '/');

		if (!take_census(argv[i], lists, &all[i]))
			status = 1;
		else if (!makes_table && !lists)
			print_census(slash ? slash + 1 : argv[i], &all[i]);
		fflush(stdout);
	}
	if (makes_table)
		print_table(argv + first, all + first, (size_t)(argc - first), of_returns);
	free(all);
	return status;
}
