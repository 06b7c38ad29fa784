/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A processor whose machine code cannot be patched: no text opens, so nothing else is called.
 */
#include "instrument/check/check.h"
#include "instrument/move/cfi.h"
#include "instrument/move/stub.h"
#include "instrument/text/text.h"

static struct dt_error *refuse(void)
{
	return dt_error_new(DT_ERR_UNSUPPORTED,
			    "programs cannot be instrumented in-process on this processor");
}

struct dt_error *dt_text_open(const char *path, struct dt_text **ret)
{
	*ret = NULL;
	return refuse();
}

void dt_text_close(struct dt_text *t)
{
}

enum dt_refusal dt_text_plan_entry(struct dt_text *t, uint64_t offset, struct dt_plan *ret)
{
	return DT_REFUSE_INSTRUCTION;
}

enum dt_refusal dt_text_plan_offset(struct dt_text *t, uint64_t offset, struct dt_plan *ret)
{
	return DT_REFUSE_INSTRUCTION;
}

void dt_text_find_calls(const struct dt_text *t, const uint32_t *numbers, size_t n,
			dt_text_calls *ret)
{
}

uint64_t dt_stub_operands(const struct dt_text_call *c)
{
	return 0;
}

void dt_text_note_trap(struct dt_text *t, uint64_t addr)
{
	(void)t;
	(void)addr;
}

enum dt_refusal dt_text_plan_body(struct dt_text *t, uint64_t offset, struct dt_body *ret)
{
	*ret = (struct dt_body){0};
	return DT_REFUSE_INSTRUCTION;
}

const struct dt_body_insn *dt_body_find(const struct dt_body *b, uint64_t at)
{
	return NULL;
}

void dt_body_derive(const struct dt_body *b, const uint64_t *counters, uint64_t *ret)
{
	(void)ret;
}

void dt_text_release_body(struct dt_text *t, const struct dt_body *b)
{
}

void dt_body_deinit(struct dt_body *b)
{
}

void dt_text_settle(const struct dt_text *t, struct dt_plan *plan)
{
}

bool dt_plan_join(struct dt_plan *block, const struct dt_plan *plan)
{
	return false;
}

const uint8_t *dt_text_bytes(const struct dt_text *t, uint64_t at, size_t *n)
{
	*n = 0;
	return NULL;
}

uint64_t dt_text_address(const struct dt_text *t, uint64_t offset)
{
	return 0;
}

void dt_stub_routines(struct dt_copy *area, const struct dt_stub_target *t,
		      struct dt_stub_routines *ret)
{
	*ret = (struct dt_stub_routines){0};
}

enum dt_refusal dt_stub_add(struct dt_copy *area, const struct dt_stub_target *t,
			    const struct dt_stub_routines *routines,
			    const struct dt_stub_block *block, struct dt_stub *ret)
{
	return DT_REFUSE_INSTRUCTION;
}

enum dt_refusal dt_stub_add_body(struct dt_copy *area, const struct dt_stub_target *t,
				 const struct dt_stub_routines *routines,
				 const struct dt_stub_body *body, struct dt_stub *ret)
{
	return DT_REFUSE_INSTRUCTION;
}

void dt_cfi_add(struct dt_cfi *f, uint64_t at, const struct dt_cfi_state *state)
{
}

void dt_cfi_end(struct dt_cfi *f, uint64_t at)
{
}

uint64_t dt_cfi_finish(struct dt_cfi *f, struct dt_copy *area, size_t room)
{
	return 0;
}

void dt_cfi_deinit(struct dt_cfi *f)
{
}

uint64_t dt_finder_add(struct dt_copy *area, const struct dt_plan *plan, uint64_t *list)
{
	*list = 0;
	return 0;
}

void dt_stub_deinit(struct dt_stub *s)
{
}

struct dt_error *dt_check_site(const struct dt_check_site *s)
{
	return refuse();
}

struct dt_error *dt_check_body(const struct dt_check_body *b)
{
	return refuse();
}
