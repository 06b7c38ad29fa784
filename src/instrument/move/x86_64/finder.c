/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The finder, and the points that call it. It reads its list from the beginning:
 *
 *		lea list(%rip), %rax
 *	next:	mov (%rax), %r10
 *		test %r10, %r10
 *		je none
 *		mov %rdi, %r11
 *		sub %r10, %r11
 *		cmp 8(%rax), %r11
 *		jb found
 *		add $24, %rax
 *		jmp next
 *	none:	ret
 *	found:	movq $0, (%rsi)		flags
 *		mov %r10, 8(%rsi)	begin and end of the mapping
 *		add 8(%rax), %r10
 *		mov %r10, 16(%rsi)
 *		movq $0, 24(%rsi)	the linker does not know it
 *		mov 16(%rax), %rax
 *		mov %rax, 32(%rsi)	.eh_frame_hdr
 *		xor %eax, %eax
 *		lea 8(%rsp), %rsp	past the return address in the stub, and what the function
 *					has pushed
 *		ret
 *
 * Decision: docs/dev/decisions/0143-stubs-have-unwinding-tables.md
 */
#include "instrument/move/x86_64/internal.h"

#include "instrument/move/cfi.h"

#include <string.h>

enum {
	DISTANCE_AT = 3, // of the list, in the code
	DISTANCE_END = 7,
	DROPPED_AT = 2, // from the code's end: bytes by which the stack pointer rises
	CALL = 0xe8,
	DISTANCE = 4,
};

static const uint8_t finder[] = {
    0x48, 0x8d, 0x05, 0,    0,	  0,	0,    // lea
    0x4c, 0x8b, 0x10,			      // next: mov
    0x4d, 0x85, 0xd2, 0x74, 0x12,	      // test; je none
    0x49, 0x89, 0xfb, 0x4d, 0x29, 0xd3,	      // mov; sub
    0x4c, 0x3b, 0x58, 0x08, 0x72, 0x07,	      // cmp; jb found
    0x48, 0x83, 0xc0, 0x18, 0xeb, 0xe6,	      // add; jmp next
    0xc3,				      // none: ret
    0x48, 0xc7, 0x06, 0,    0,	  0,	0,    // found: movq
    0x4c, 0x89, 0x56, 0x08,		      // mov
    0x4c, 0x03, 0x50, 0x08,		      // add
    0x4c, 0x89, 0x56, 0x10,		      // mov
    0x48, 0xc7, 0x46, 0x18, 0,	  0,	0, 0, // movq
    0x48, 0x8b, 0x40, 0x10,		      // mov
    0x48, 0x89, 0x46, 0x20,		      // mov
    0x31, 0xc0,				      // xor
    0x48, 0x8d, 0x64, 0x24, 0x08, 0xc3,	      // lea; ret
};

uint64_t dt_finder_add(struct dt_copy *area, const struct dt_plan *plan, uint64_t *list)
{
	static const struct dt_finder_range empty[DT_FINDER_RANGES];
	uint8_t code[sizeof(finder)];
	uint64_t address;
	int32_t distance;

	dt_stub_align(area, 0);
	*list = area->base + area->bytes.len;
	dt_copy_put(area, empty, sizeof(empty));
	address = area->base + area->bytes.len;
	distance = (int32_t)(*list - (address + DISTANCE_END));
	memcpy(code, finder, sizeof(code));
	memcpy(code + DISTANCE_AT, &distance, sizeof(distance));
	code[sizeof(code) - DROPPED_AT] += (uint8_t)plan->pushed;
	dt_copy_put(area, code, sizeof(code));
	dt_cfi_add_routine(area->cfi, area, address);
	return address;
}

void dt_finder_add_point(struct dt_copy *area, uint64_t address, uint64_t from, bool is_first,
			 struct dt_stub *ret)
{
	struct dt_stub_firing f = {.from = from};
	uint8_t call[1 + DISTANCE] = {CALL};
	int32_t distance;

	if (is_first)
		dt_stub_align(area, 0);
	f.begin = f.detours = area->base + area->bytes.len;
	f.end = f.begin + sizeof(call);
	distance = (int32_t)(address - f.end);
	memcpy(call + 1, &distance, sizeof(distance));
	dt_cfi_add(area->cfi, f.begin, &(struct dt_cfi_state){.pc = from});
	dt_copy_put(area, call, sizeof(call));
	dt_vec_push(&ret->firings, f);
	ret->finds = true;
	if (is_first)
		ret->begin = f.begin;
}
