/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/decode/decode.h"

bool dt_decode(const uint8_t *bytes, size_t n, uint64_t at, struct dt_decoded *ret)
{
	ZydisDecoder decoder;

	ret->at = at;
	return ZYAN_SUCCESS(
		   ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) &&
	       ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes, n, &ret->insn, ret->operands));
}

bool dt_decode_brief(const uint8_t *bytes, size_t n, uint64_t at, struct dt_decoded *ret)
{
	ZydisDecoder decoder;

	ret->at = at;
	return ZYAN_SUCCESS(
		   ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64)) &&
	       ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(&decoder, NULL, bytes, n, &ret->insn));
}

uint64_t dt_decoded_target(const struct dt_decoded *d)
{
	const ZydisDecodedInstruction *in = &d->insn;

	// xbegin leads to the code for an aborted transaction; it is no branch for Zydis.
	if (!in->raw.imm[0].is_relative)
		return 0;
	return d->at + in->length + (uint64_t)in->raw.imm[0].value.s;
}
