/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replaces READ and READ_KERNEL of integers by loads, if the environment can turn an address into a
 * loadable pointer (VIEW). A load takes a few instructions, READ_KERNEL a call.
 *
 * The load returns 0 if the memory is unreadable, so only a result other than 0 is certain. After a
 * 0, the program makes the original read, which detects a fault. The read is unnecessary if the
 * program knows that another address in the same page is readable. It knows that if it has read
 * that address on every path to this point, or if loading that address returns a value other
 * than 0.
 *
 * Decision: docs/dev/decisions/0060-kernel-memory-by-loads.md
 */
#include "ir/passes/passes.h"

#include "ir/ops.h"
#include "ir/passes/facts.h"
#include "ir/passes/values.h"

#include <stdlib.h>
#include <string.h>

enum {
	PAGE_BITS = 12, // the smallest page size
};

struct site {
	struct dt_ir_read read;
	dt_reg base; // the address is base + off; 0: unknown
	int64_t off;
	dt_reg proof; // an address with the same base that was read before; 0: none
	dt_label done;
};

struct viewer {
	struct dt_ir_func *f;
	struct dt_ir_facts facts;
	struct dt_ir_values values;
	dt_vec(struct site) sites;
	dt_vec(size_t) known; // sites that lie on every path to the current instruction
};

// ---- sites

static dt_reg proof_of(const struct viewer *w, dt_reg base)
{
	for (size_t k = w->known.len; base && k-- > 0;) {
		const struct site *s = &w->sites.data[w->known.data[k]];

		if (s->base == base)
			return s->read.address;
	}
	return 0;
}

static void add_view_site(struct viewer *w, const struct dt_ir_read *read)
{
	struct site site = {.read = *read};

	if (w->values.first[read->address])
		site.base = dt_ir_values_base(&w->values, read->address, &site.off);
	site.proof = proof_of(w, site.base);
	dt_vec_push(&w->sites, site);
}

/** Forgets, at a label, the sites that do not lie on all paths to it. */
static void forget_sites(struct viewer *w, size_t jumped_from)
{
	while (w->known.len && w->sites.data[dt_vec_last(&w->known)].read.at > jumped_from)
		w->known.len--;
}

static void find_sites(struct viewer *w)
{
	struct dt_ir_read read = {0};

	for (size_t at = 0; at < w->f->code.len; at++) {
		const struct dt_ir_insn *i = &w->f->code.data[at];

		if (dt_ir_is_read(i) && dt_ir_read_at(&w->facts, at, &read))
			add_view_site(w, &read);
		if (i->op == DT_IR_LABEL)
			forget_sites(w, w->facts.jumped_from[i->imm]);
		if (read.load && at == read.load) {
			dt_ir_values_read(&w->values, i->dst);
			dt_vec_push(&w->known, w->sites.len - 1);
		}
		dt_ir_values_pass(&w->values, i);
	}
}

/** Returns the nearest other site with the same base, or NULL. */
static const struct site *neighbour_of(const struct viewer *w, const struct site *s)
{
	const struct site *ret = NULL;

	dt_vec_foreach (&w->sites, other) {
		if (!s->base || other->base != s->base || other->off == s->off)
			continue;
		if (!ret || llabs(other->off - s->off) < llabs(ret->off - s->off))
			ret = other;
	}
	return ret;
}

// ---- code

static void load_view(struct dt_ir_func *f, dt_reg dst, unsigned width, dt_reg address)
{
	dt_reg view = dt_ir_env(f, DT_ENV_VIEW, address);

	dt_vec_push(&f->code, (struct dt_ir_insn){.op = DT_IR_LOAD,
						  .space = DT_IR_KERNEL,
						  .dst = dst,
						  .width = (uint8_t)width,
						  .a = view,
						  .loc = f->loc});
}

/** Branches to the end of the site if its address lies in the same page as `readable`. */
static void end_beside(struct dt_ir_func *f, const struct site *s, dt_reg readable)
{
	dt_reg distance = dt_ir_bin(f, DT_IR_XOR, s->read.address, readable);

	dt_ir_branchi(f, DT_IR_EQ, dt_ir_bini(f, DT_IR_SHR, distance, PAGE_BITS), 0, s->done);
}

static void end_at_neighbour(struct dt_ir_func *f, const struct site *s,
			     const struct site *neighbour)
{
	dt_reg there = dt_ir_bini(f, DT_IR_ADD, s->read.address, neighbour->off - s->off);
	dt_label unknown = dt_ir_label(f);
	dt_reg number = dt_ir_reg(f);

	load_view(f, number, neighbour->read.size, there);
	dt_ir_branchi(f, DT_IR_EQ, number, 0, unknown);
	end_beside(f, s, there);
	dt_ir_place(f, unknown);
}

static void append_view(struct viewer *w, struct site *s, dt_reg result)
{
	const struct site *neighbour = s->proof ? NULL : neighbour_of(w, s);
	struct dt_ir_func *f = w->f;

	s->done = dt_ir_label(f);
	load_view(f, result, s->read.size, s->read.address);
	dt_ir_branchi(f, DT_IR_NE, result, 0, s->done);
	if (s->proof)
		end_beside(f, s, s->proof);
	else if (neighbour)
		end_at_neighbour(f, s, neighbour);
}

static void rewrite_reads(struct viewer *w)
{
	struct dt_ir_func *f = w->f;
	typeof(f->code) old = f->code;
	const struct dt_ir_loc *loc = f->loc;
	struct site *s = w->sites.data, *end = s + w->sites.len;

	memset(&f->code, 0, sizeof(f->code));
	for (size_t at = 0; at < old.len; at++) {
		const struct dt_ir_insn *i = &old.data[at];

		f->loc = i->loc;
		if (s < end && at == s->read.at)
			append_view(w, s, old.data[s->read.load].dst);
		dt_vec_push(&f->code, *i);
		if (s < end && at == s->read.load)
			dt_ir_place(f, s++->done);
	}
	f->loc = loc;
	dt_vec_deinit(&old);
}

void dt_ir_read_views(struct dt_ir_func *f)
{
	struct viewer w = {.f = f};

	dt_ir_facts_init(&w.facts, f);
	dt_ir_values_init(&w.values, f, w.facts.defs);
	find_sites(&w);
	rewrite_reads(&w);
	dt_vec_deinit(&w.known);
	dt_vec_deinit(&w.sites);
	dt_ir_values_deinit(&w.values);
	dt_ir_facts_deinit(&w.facts);
}
