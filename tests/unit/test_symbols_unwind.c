/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the tables for unwinding stacks: at every address of real files they have the same rules
 * as elfutils, and damaged or too large input does no harm.
 */
#include "unwind_find.h"

#include "arch/held.h"
#include "arch/plt.h"
#include "symbols/unwind/internal.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

enum { ROWS_MAX = 1 << 20 };

// DWARF numbers of registers.
#define EXTRA (dt_arch.native.dwarf_extra)
#define BP    (dt_arch.native.dwarf_fp)
#define SP    (dt_arch.native.dwarf_sp)
#define RA    (has_link() ? EXTRA : dt_arch.native.dwarf_pc)

static bool has_link(void)
{
	return dt_arch.native.link != DT_NO_REG;
}

static void build_table(struct dt_unwind_table *t, struct dt_unwind_rules *rules, const char *path)
{
	struct dt_elf *e = dt_elf_create(dt_file_open(path), -1, NULL);
	struct dt_eh_frame f = {0};

	assert_non_null(e);
	dt_eh_frame_read(&f, e);
	assert_true(f.functions.len > 0);
	dt_unwind_table_build(t, &f, rules, ROWS_MAX);
	dt_eh_frame_deinit(&f);
	dt_elf_destroy(e);
}

// ---- the rules of elfutils

/** A register or the CFA plus an offset. If is_indirect, the value in memory there plus `added`. */
struct place {
	enum dt_unwind_base base;
	Dwarf_Sword offset;
	bool is_indirect;
	Dwarf_Word added;
};

static enum dt_unwind_base base_of(Dwarf_Word reg)
{
	return reg == (Dwarf_Word)SP	  ? DT_UNWIND_SP
	       : reg == (Dwarf_Word)BP	  ? DT_UNWIND_BP
	       : reg == (Dwarf_Word)EXTRA ? DT_UNWIND_EXTRA
					  : DT_UNWIND_REGISTER;
}

/** Converts an expression. Returns false if it has another form. */
static bool place_of(const Dwarf_Op *ops, size_t n, struct place *ret)
{
	size_t i = 1;

	if (n > 1 && ops[0].atom == DW_OP_call_frame_cfa && ops[1].atom >= DW_OP_breg0 &&
	    ops[1].atom <= DW_OP_breg31)
		return place_of(ops + 1, n - 1, ret); // an expression that begins with the CFA
	if (!n)
		return false;
	*ret = (struct place){.base = DT_UNWIND_CFA};
	if (ops[0].atom == DW_OP_bregx)
		*ret = (struct place){.base = base_of(ops[0].number),
				      .offset = (Dwarf_Sword)ops[0].number2};
	else if (ops[0].atom >= DW_OP_breg0 && ops[0].atom <= DW_OP_breg31)
		*ret = (struct place){.base = base_of(ops[0].atom - DW_OP_breg0),
				      .offset = (Dwarf_Sword)ops[0].number};
	else if (ops[0].atom != DW_OP_call_frame_cfa)
		return false;
	if (i < n && ops[i].atom == DW_OP_plus_uconst)
		ret->offset += (Dwarf_Sword)ops[i++].number;
	if (i < n && ops[i].atom == DW_OP_deref) {
		ret->is_indirect = true;
		i++;
		if (i < n && ops[i].atom == DW_OP_plus_uconst)
			ret->added = ops[i++].number;
	}
	return i == n;
}

/** Returns how far our CFA is above that of a table whose return address is not below it. */
static int64_t raised_by(Dwarf_Frame *frame, const struct dt_unwind_rule *rule)
{
	Dwarf_Op memory[3], *ops;
	struct place ra;
	size_t n;

	if (!has_link() || rule->cfa != DT_UNWIND_SP ||
	    dwarf_frame_register(frame, RA, memory, &ops, &n) || !n || !place_of(ops, n, &ra))
		return 0;
	return ra.base == DT_UNWIND_CFA && ra.offset >= 0 ? ra.offset + 8 : 0;
}

/** Reports whether elfutils has the same rule for a register. */
static bool is_value(Dwarf_Frame *frame, int reg, dt_u8 base, int64_t offset)
{
	Dwarf_Op memory[3], *ops;
	struct place place;
	size_t n;

	if (dwarf_frame_register(frame, reg, memory, &ops, &n))
		return false;
	// Undefined. Without a rule, rbx keeps its value; elfutils assumes this of rax instead.
	if (!n && ops == memory)
		return base == DT_UNWIND_UNKNOWN || (reg == EXTRA && base == DT_UNWIND_SAME);
	if (reg == RA && n == 1 && ops[0].atom == DW_OP_regx)
		return base == DT_UNWIND_REGISTER;
	if (!n && reg == RA)
		return has_link() && base == DT_UNWIND_EXTRA;
	if (!n) // same value; elfutils reports undefined caller-saved registers like this, too
		return base == DT_UNWIND_SAME;
	if (!place_of(ops, n, &place) || place.base == DT_UNWIND_EXTRA)
		return base == DT_UNWIND_UNKNOWN;
	return place.base == (enum dt_unwind_base)base && place.offset == offset;
}

static bool is_stub(const Dwarf_Op *ops, size_t n, const struct dt_unwind_rule *rule)
{
	return n == 9 && ops[0].atom == DW_OP_breg7 && ops[1].atom == DW_OP_breg16 &&
	       ops[4].atom == (unsigned)(DW_OP_lit0 + rule->detail) && ops[8].atom == DW_OP_plus &&
	       (Dwarf_Sword)ops[0].number == rule->cfa_offset;
}

static bool is_rule(Dwarf_Frame *frame, const struct dt_unwind_rule *rule)
{
	Dwarf_Op memory[3], *ops;
	struct place cfa;
	bool is_signal;
	int64_t raised;
	size_t n;

	// If there is no rule, the return address is not in memory, or our rules cannot describe
	// the CFA.
	if (!rule->cfa || rule->cfa == DT_UNWIND_END)
		return dwarf_frame_register(frame, RA, memory, &ops, &n) ||
		       !place_of(ops, n, &cfa) || dwarf_frame_cfa(frame, &ops, &n) ||
		       !place_of(ops, n, &cfa);
	if (dwarf_frame_cfa(frame, &ops, &n))
		return false;
	if (rule->cfa == DT_UNWIND_STUB)
		return is_stub(ops, n, rule);
	dwarf_frame_info(frame, NULL, NULL, &is_signal);
	raised = raised_by(frame, rule);
	return place_of(ops, n, &cfa) && cfa.base == (enum dt_unwind_base)rule->cfa &&
	       cfa.offset + raised == rule->cfa_offset && cfa.is_indirect == rule->is_indirect &&
	       cfa.added == (rule->is_indirect ? rule->detail : 0) &&
	       is_signal == rule->is_signal &&
	       is_value(frame, RA, rule->ra, rule->ra_offset + raised) &&
	       is_value(frame, BP, rule->bp, rule->bp_offset + raised) &&
	       (has_link() ? rule->extra == DT_UNWIND_UNKNOWN
			   : is_value(frame, EXTRA, rule->extra, rule->extra_offset));
}

/** Compares the rules at every address that elfutils knows in the loaded code of a file, and
 * returns the number of addresses. */
static size_t compare_tables(Elf *elf, const struct dt_unwind_table *t,
			     const struct dt_unwind_rules *r)
{
	Dwarf_CFI *cfi = dwarf_getcfi_elf(elf);
	size_t n_segments, n = 0;

	assert_non_null(cfi);
	assert_int_equal(elf_getphdrnum(elf, &n_segments), 0);
	for (size_t i = 0; i < n_segments; i++) {
		GElf_Phdr segment;

		gelf_getphdr(elf, (int)i, &segment);
		if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_X))
			continue;
		for (Dwarf_Addr at = segment.p_vaddr; at < segment.p_vaddr + segment.p_memsz;) {
			Dwarf_Addr start = 0, end = 0;
			Dwarf_Frame *frame;

			if (dwarf_cfi_addrframe(cfi, at, &frame)) {
				at++;
				continue;
			}
			dwarf_frame_info(frame, &start, &end, NULL);
			for (; at < end; at++, n++) {
				const struct dt_unwind_rule *rule =
				    &r->v.data[unwind_table_find(t, at)];

				if (!is_rule(frame, rule))
					fail_msg("at 0x%llx: another rule, cfa %u%+d, ra %u%+d, "
						 "bp %u%+d, extra %u%+d",
						 (unsigned long long)at, rule->cfa,
						 rule->cfa_offset, rule->ra, rule->ra_offset,
						 rule->bp, rule->bp_offset, rule->extra,
						 rule->extra_offset);
			}
			free(frame);
		}
	}
	dwarf_cfi_end(cfi);
	return n;
}

static void compare_file(const char *path, size_t least)
{
	struct dt_unwind_rules rules = {0};
	struct dt_unwind_table t;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf;

	assert_true(fd >= 0);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	build_table(&t, &rules, path);
	assert_true(compare_tables(elf, &t, &rules) > least);
	elf_end(elf);
	close(fd);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
}

/** Finds the path of a library that this process has mapped. */
static void find_library(const char *name, char ret[1024])
{
	char line[1024];
	FILE *maps = fopen("/proc/self/maps", "re");

	ret[0] = 0;
	while (fgets(line, sizeof(line), maps))
		if (strstr(line, name))
			sscanf(line, "%*s %*s %*s %*s %*s %1023s", ret);
	fclose(maps);
}

static void a_library_has_the_rules_that_elfutils_reads(void **state)
{
	char path[1024];

	find_library("/libc.so.6", path);
	compare_file(path, 1000000);
	find_library("/ld-linux", path);
	compare_file(path, 100000);
}

/** Assembly functions save the stack pointer, and their CFAs are computed from that copy. */
static void a_library_of_assembly_has_the_rules_that_elfutils_reads(void **state)
{
	void *library = dlopen("libcrypto.so.3", RTLD_NOW);
	char path[1024];

	if (!library)
		skip();
	find_library("/libcrypto.so.3", path);
	compare_file(path, 1000000);
	dlclose(library);
}

static void a_large_program_has_the_rules_that_elfutils_reads(void **state)
{
	if (access("/usr/bin/python3", R_OK))
		skip();
	compare_file("/usr/bin/python3", 100000);
}

// ---- code that is followed

/** Reports whether a value is in the same place. It may also be in its register and in memory. */
static bool is_same_place(const struct dt_frame_value *followed, const struct dt_frame_value *value)
{
	return followed->where == DT_FRAME_SAME || value->where == DT_FRAME_SAME ||
	       (followed->where == value->where && followed->offset == value->offset);
}

static bool is_same_caller(const struct dt_frame_row *followed, const struct dt_frame_row *row)
{
	return followed->cfa_offset == row->cfa_offset && is_same_place(&followed->ra, &row->ra) &&
	       is_same_place(&followed->bp, &row->bp);
}

/** Compares the rows of a function with those that its instructions lead to. Returns the number of
 *  instructions that have both. */
static size_t compare_function(const struct dt_eh_frame *f, const struct dt_frame_function *fn,
			       const struct dt_eh_frame *followed)
{
	struct dt_frame_row row = {0}, other;
	struct dt_frame_rows rows, others;
	size_t n = 0;

	dt_vec_foreach (&followed->functions, part) {
		assert_true(dt_frame_rows_begin(&rows, f, fn));
		assert_true(dt_frame_rows_begin(&others, followed, part));
		while (dt_frame_rows_next(&others, &other))
			for (uint64_t at = other.start; at < other.end; at += 4) {
				while (at >= row.end || at < row.start)
					if (!dt_frame_rows_next(&rows, &row))
						return n;
				if (!row.has_cfa || row.cfa_register != other.cfa_register)
					continue;
				n++;
				if (!is_same_caller(&other, &row))
					fail_msg("at 0x%llx: another rule", (unsigned long long)at);
			}
		row = (struct dt_frame_row){0};
	}
	return n;
}

/** Follows the instructions of each function that has a table. */
static void compare_followed(const char *path, size_t least)
{
	struct dt_elf *e = dt_elf_create(dt_file_open(path), -1, NULL);
	struct dt_eh_frame f = {0};
	size_t n = 0, work = SIZE_MAX;

	assert_non_null(e);
	dt_eh_frame_read(&f, e);
	dt_vec_foreach (&f.functions, fn) {
		struct dt_eh_frame followed = {0};
		struct dt_span span = {e->file, 0, fn->size};
		uint64_t left;
		uint32_t *insns;

		if (fn->is_signal || !dt_elf_offset(e, fn->addr, &span.offset, &left))
			continue;
		insns = dt_span_load(&span, 1 << 20);
		assert_non_null(insns);
		dt_eh_frame_follow(&followed, insns, fn->size / 4, fn->addr, &work);
		n += compare_function(&f, fn, &followed);
		free(insns);
		dt_eh_frame_deinit(&followed);
	}
	printf("%s: %zu instructions\n", path, n);
	assert_true(n > least);
	dt_eh_frame_deinit(&f);
	dt_elf_destroy(e);
}

static void followed_code_has_the_rules_of_its_table(void **state)
{
	char path[1024];

	if (!dt_follower.insn)
		skip();
	find_library("/libc.so.6", path);
	compare_followed(path, 100000);
	if (!access("/usr/bin/python3", R_OK))
		compare_followed("/usr/bin/python3", 500000);
}

// ---- bounds

static void rows_and_pages_are_bounded(void **state)
{
	struct dt_elf *e = dt_elf_create(dt_file_open("/proc/self/exe"), -1, NULL);
	struct dt_unwind_rules rules = {0};
	struct dt_eh_frame f = {0};
	struct dt_unwind_table t;

	dt_eh_frame_read(&f, e);
	for (size_t max = 0; max < 40; max++) {
		dt_unwind_table_build(&t, &f, &rules, max);
		assert_true(t.rows.len <= max);
		dt_vec_foreach (&f.functions, fn)
			unwind_table_find(&t, fn->addr);
		dt_unwind_table_deinit(&t);
	}
	// A distant function does not make the table cover all addresses between.
	dt_vec_last(&f.functions).addr = UINT64_MAX / 2;
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	assert_true(t.pages.len <= DT_UNWIND_FILE_PAGES);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
	dt_elf_destroy(e);
}

/** Makes a section with one CIE and `n` functions with different frames. */
static void make_frames(struct dt_eh_frame *f, uint32_t first, uint32_t n)
{
	static const uint8_t cie[] = {16, 0,	0,  0,	  0, 0, 0,    0, 1, 0,
				      1,  0x78, 16, 0x0c, 7, 8, 0x90, 1, 0, 0};
	enum { FDE = 28, SIZE = 16 };
	uint8_t *data = dt_zalloc(sizeof(cie) + (size_t)n * FDE), *at = data + sizeof(cie);

	memcpy(data, cie, sizeof(cie));
	for (uint32_t i = 0; i < n; i++, at += FDE) {
		const uint32_t length = FDE - 4, back = (uint32_t)(at + 4 - data);
		const uint64_t addr = 0x10000 + (uint64_t)i * SIZE, size = SIZE;
		const uint32_t offset = (first + i) * 8;

		memcpy(at, &length, 4);
		memcpy(at + 4, &back, 4);
		memcpy(at + 8, &addr, 8);
		memcpy(at + 16, &size, 8);
		at[24] = 0x0e; // DW_CFA_def_cfa_offset
		at[25] = (uint8_t)(0x80 | (offset & 0x7f));
		at[26] = (uint8_t)(0x80 | (offset >> 7 & 0x7f));
		at[27] = (uint8_t)(offset >> 14);
	}
	dt_eh_frame_parse(f, data, sizeof(cie) + (size_t)n * FDE, sizeof(cie) + (size_t)n * FDE, 0,
			  false);
	assert_int_equal(f->functions.len, n);
}

/** The frame of __kernel_sigreturn() in the 32-bit vDSO of Linux 7.2, which describes where every
 *  register was saved. */
static void signal_frames_that_save_the_stack_pointer_are_followed(void **state)
{
	static const uint8_t section[] = {
	    0x3c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x7a, 0x52, 0x53, 0x00, 0x01,
	    0x7c, 0x08, 0x01, 0x1b, 0x0c, 0x04, 0x04, 0x11, 0x08, 0x72, 0x11, 0x00, 0x75, 0x11,
	    0x03, 0x78, 0x11, 0x01, 0x76, 0x11, 0x02, 0x77, 0x11, 0x04, 0x79, 0x11, 0x05, 0x7a,
	    0x11, 0x06, 0x7b, 0x11, 0x07, 0x7c, 0x11, 0x28, 0x7e, 0x11, 0x29, 0x71, 0x11, 0x2a,
	    0x6e, 0x11, 0x2b, 0x7d, 0x11, 0x09, 0x70, 0x00, 0x10, 0x00, 0x00, 0x00, 0x44, 0x00,
	    0x00, 0x00, 0xb4, 0x15, 0x00, 0x00, 0x0a, 0x00, 0x00, 0x00, 0x00, 0x41, 0x0e, 0x00,
	};
	enum { ADDR = 0x8a4, SIGRETURN = 0x1ea0 };
	uint8_t *data = dt_malloc(sizeof(section));
	struct dt_unwind_rules rules = {0};
	const struct dt_unwind_rule *rule;
	struct dt_unwind_table t;
	struct dt_eh_frame f;

	if (!dt_arch.compat.elf)
		skip();
	memcpy(data, section, sizeof(section));
	dt_eh_frame_parse(&f, data, sizeof(section), sizeof(section), ADDR, true);
	dt_unwind_table_build(&t, &f, &rules, 100);
	// The handler returns to its first byte.
	assert_true(unwind_table_find(&t, SIGRETURN - 1));
	assert_int_equal(unwind_table_find(&t, SIGRETURN - 1), unwind_table_find(&t, SIGRETURN));
	// The function pops a word from the stack first.
	rule = &rules.v.data[unwind_table_find(&t, SIGRETURN + 1)];
	assert_int_equal(rule->cfa_offset, 28);
	assert_int_equal(unwind_table_find(&t, SIGRETURN + 10), 0);
	rule = &rules.v.data[unwind_table_find(&t, SIGRETURN)];
	assert_true(rule->is_signal && rule->is_indirect);
	assert_int_equal(rule->cfa, DT_UNWIND_SP);
	assert_int_equal(rule->cfa_offset, 4 + 28);
	assert_int_equal(rule->ra, DT_UNWIND_SP);
	assert_int_equal(rule->ra_offset, 4 + 56);
	assert_int_equal(rule->bp, DT_UNWIND_SP);
	assert_int_equal(rule->bp_offset, 4 + 24);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

static void signed_return_addresses_do_not_end_the_rows(void **state)
{
	// DW_CFA_AARCH64_negate_ra_state; DW_CFA_def_cfa_offset 24
	static const uint8_t program[] = {0x2d, 0x0e, 24, 0};
	enum { CIE = 20, FDE = 28 };
	struct dt_unwind_rules rules = {0};
	struct dt_unwind_table t;
	struct dt_eh_frame f;

	make_frames(&f, 2, 1);
	memcpy((uint8_t *)f.data + CIE + FDE - sizeof(program), program, sizeof(program));
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	assert_int_equal(rules.v.data[unwind_table_find(&t, 0x10000)].cfa_offset, 24);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

/** On 64-bit Arm, the PLT pushes two words before it calls glibc's resolver of symbols. The
 *  resolver's table ignores these words. */
static void a_return_address_above_the_cfa_raises_it(void **state)
{
	static const uint8_t section[] = {
	    16,	  0,	0,    0, 0,  0, 0, 0, 1,  0, 1, 0x78, 30, // CIE: words of -8 bytes, lr
	    0x0c, 31,	0,    0, 0,  0, 0,			  // DW_CFA_def_cfa sp, 0
	    28,	  0,	0,    0, 24, 0, 0, 0,			  // FDE
	    0,	  0,	1,    0, 0,  0, 0, 0, 16, 0, 0, 0,    0,  0, 0, 0, // 0x10000, 16 bytes
	    0x0e, 0xd0, 1,	    // DW_CFA_def_cfa_offset 208
	    0x11, 30,	0x7f, 0, 0, // DW_CFA_offset_extended_sf lr, 8
	};
	struct dt_unwind_rules rules = {0};
	const struct dt_unwind_rule *rule;
	struct dt_unwind_table t;
	struct dt_eh_frame f;
	uint8_t *data;

	if (dt_arch.native.link == DT_NO_REG)
		skip();
	data = dt_malloc(sizeof(section));
	memcpy(data, section, sizeof(section));
	dt_eh_frame_parse(&f, data, sizeof(section), sizeof(section), 0, false);
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	rule = &rules.v.data[unwind_table_find(&t, 0x10000)];
	assert_int_equal(rule->cfa, DT_UNWIND_SP);
	assert_int_equal(rule->cfa_offset, 208 + 16);
	assert_int_equal(rule->ra, DT_UNWIND_CFA);
	assert_int_equal(rule->ra_offset, -8);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

/** Asserts that the return address is in the link register or, if the head has pushed it, below the
 *  CFA. */
static void assert_stub(const struct dt_unwind_rule *rule, bool is_pushed)
{
	assert_int_equal(rule->cfa, DT_UNWIND_SP);
	assert_int_equal(rule->cfa_offset, is_pushed ? 16 : 0);
	assert_int_equal(rule->ra, is_pushed ? DT_UNWIND_CFA : DT_UNWIND_EXTRA);
	assert_int_equal(rule->ra_offset, is_pushed ? -8 : 0);
	assert_int_equal(rule->bp, DT_UNWIND_SAME);
}

static void stubs_that_no_table_describes_have_rules(void **state)
{
	const struct dt_machine *m = &dt_arch.native;
	const uint32_t head[] = {0xd503245f, dt_plt.push}; // bti c
	struct dt_unwind_rules rules = {0};
	struct dt_unwind_table t;
	struct dt_eh_frame f;

	if (!dt_plt.head)
		skip();
	make_frames(&f, 2, 1);
	dt_eh_frame_add_plt(&f, m, head, 0x20000, 96);
	assert_int_equal(f.functions.len, 2);
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	for (uint64_t at = 0; at < 96; at += 4)
		assert_stub(&rules.v.data[unwind_table_find(&t, 0x20000 + at)],
			    at >= 8 && at < dt_plt.head);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

/** Uses a CIE with the maximum number of instructions, which are executed for each function. */
static void work_for_a_file_is_bounded(void **state)
{
	enum { CIE = 4000, FDE = 24, N = 20000, SIZE = 16, FIRST = 0x10000 };
	static const uint8_t begin[] = {CIE & 0xff, CIE >> 8, 0,    0,	0,    0, 0, 0,	  1,
					0,	    1,	      0x78, 16, 0x0c, 7, 8, 0x90, 1};
	const size_t size = 4 + CIE + (size_t)N * FDE;
	uint8_t *data = dt_zalloc(size), *at = data + 4 + CIE;
	struct dt_unwind_rules rules = {0};
	struct dt_unwind_table t;
	struct dt_eh_frame f;

	memcpy(data, begin, sizeof(begin));
	for (uint32_t i = 0; i < N; i++, at += FDE) {
		const uint32_t length = FDE - 4, back = (uint32_t)(at + 4 - data);
		const uint64_t addr = FIRST + (uint64_t)i * SIZE, bytes = SIZE;

		memcpy(at, &length, 4);
		memcpy(at + 4, &back, 4);
		memcpy(at + 8, &addr, 8);
		memcpy(at + 16, &bytes, 8);
	}
	dt_eh_frame_parse(&f, data, size, size, 0, false);
	assert_int_equal(f.functions.len, N);
	dt_unwind_table_build(&t, &f, &rules, ROWS_MAX);
	assert_true(unwind_table_find(&t, FIRST));
	assert_int_equal(unwind_table_find(&t, FIRST + (N - 1) * SIZE), 0);
	dt_unwind_table_deinit(&t);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&f);
}

static void rules_of_a_file_are_bounded_and_come_back(void **state)
{
	enum { FILES = DT_UNWIND_RULES / DT_UNWIND_FILE_RULES, N = 2 * DT_UNWIND_FILE_RULES };
	struct dt_unwind_table t[FILES + 1], again;
	struct dt_unwind_rules rules = {0};
	struct dt_eh_frame f;

	for (uint32_t i = 0; i < FILES + 1; i++) {
		make_frames(&f, 2 + i * N, N);
		dt_unwind_table_build(&t[i], &f, &rules, ROWS_MAX);
		assert_true(t[i].rules.len <= DT_UNWIND_FILE_RULES);
		assert_int_equal(unwind_table_find(&t[i], 0x10000) != 0, i < FILES);
		dt_eh_frame_deinit(&f);
	}
	assert_int_equal(dt_unwind_rules_left(&rules), 0);
	dt_unwind_rules_drop(&rules, t[1].rules.data, t[1].rules.len);
	assert_int_equal(dt_unwind_rules_left(&rules), DT_UNWIND_FILE_RULES);
	// Other rules may use the dropped numbers. A rule of two tables stays until both drop it.
	make_frames(&f, 2, 3);
	dt_unwind_table_build(&again, &f, &rules, ROWS_MAX);
	assert_int_equal(dt_unwind_rules_left(&rules), DT_UNWIND_FILE_RULES);
	dt_unwind_rules_drop(&rules, t[0].rules.data, t[0].rules.len);
	assert_int_equal(dt_unwind_rules_left(&rules), 2 * DT_UNWIND_FILE_RULES - 3);
	assert_int_equal(rules.v.data[unwind_table_find(&again, 0x10010)].cfa_offset, 24);
	dt_eh_frame_deinit(&f);
	dt_unwind_table_deinit(&again);
	for (size_t i = 0; i < FILES + 1; i++)
		dt_unwind_table_deinit(&t[i]);
	dt_unwind_rules_deinit(&rules);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_library_has_the_rules_that_elfutils_reads),
	    cmocka_unit_test(a_library_of_assembly_has_the_rules_that_elfutils_reads),
	    cmocka_unit_test(a_large_program_has_the_rules_that_elfutils_reads),
	    cmocka_unit_test(followed_code_has_the_rules_of_its_table),
	    cmocka_unit_test(rows_and_pages_are_bounded),
	    cmocka_unit_test(signal_frames_that_save_the_stack_pointer_are_followed),
	    cmocka_unit_test(signed_return_addresses_do_not_end_the_rows),
	    cmocka_unit_test(a_return_address_above_the_cfa_raises_it),
	    cmocka_unit_test(stubs_that_no_table_describes_have_rules),
	    cmocka_unit_test(work_for_a_file_is_bounded),
	    cmocka_unit_test(rules_of_a_file_are_bounded_and_come_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
