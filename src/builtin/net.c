/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Byte order and addresses: the ntoh and hton families, inet_ntoa. Linux on x86-64 is
 * little-endian, so the former all reverse the bytes of their operand.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

#include <linux/bpf.h>

static dt_reg swap(struct dt_gen *g, const struct dt_node *n, unsigned width)
{
	return dt_ir_un(dt_gen_func(g), DT_IR_BSWAP, width, dt_arg_value(g, n, 0, 0));
}

static dt_reg swap16_value(struct dt_gen *g, const struct dt_node *n)
{
	return swap(g, n, 2);
}

static dt_reg swap32_value(struct dt_gen *g, const struct dt_node *n)
{
	return swap(g, n, 4);
}

static dt_reg swap64_value(struct dt_gen *g, const struct dt_node *n)
{
	return swap(g, n, 8);
}

enum { INET_NTOA_MAX = 16 }; // "255.255.255.255" and NUL

static void inet_ntoa_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg pointer = dt_arg_value(g, n, 0, 0), whole;
	dt_reg address = dt_gen_scratch(g, 8), got;

	got = dt_ir_helper(f, BPF_FUNC_probe_read_kernel, 3, address, dt_ir_const(f, 4), pointer);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_NE, got, 0, pointer);
	whole = dt_result_begin(g, dst, cap);
	dt_ir_call(f, "dt_inet_ntoa", 2, whole, dt_ir_load(f, 4, address, 0));
	dt_result_end(g, dst, cap, whole);
}

#define BYTE_ORDER_FUNCTION(func, bits, sentence)                                  \
	const struct dt_builtin dt_builtin_##func = {                              \
	    .name = #func,                                                         \
	    .kind = DT_BUILTIN_SUBROUTINE,                                         \
	    .proto = "uint" #bits "_t (uint" #bits "_t)",                          \
	    .lowering = &(const struct dt_lowering){.value = swap##bits##_value},  \
	    .doc = sentence,                                                       \
	    .example = "BEGIN { printf(\"%x\\n\", " #func "(0x1234)); exit(0); }", \
	}

BYTE_ORDER_FUNCTION(htons, 16, "Convert 16 bits from host to network byte order.");
BYTE_ORDER_FUNCTION(htonl, 32, "Convert 32 bits from host to network byte order.");
BYTE_ORDER_FUNCTION(htonll, 64, "Convert 64 bits from host to network byte order.");
BYTE_ORDER_FUNCTION(ntohs, 16, "Convert 16 bits from network to host byte order.");
BYTE_ORDER_FUNCTION(ntohl, 32, "Convert 32 bits from network to host byte order.");
BYTE_ORDER_FUNCTION(ntohll, 64, "Convert 64 bits from network to host byte order.");

const struct dt_builtin dt_builtin_inet_ntoa = {
    .name = "inet_ntoa",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (ipaddr_t *)",
    .lowering =
	&(const struct dt_lowering){.string = inet_ntoa_string, .string_max = INET_NTOA_MAX},
    .doc = "The IPv4 address that a pointer points to, in dotted form.",
    .example = "syscall::connect:entry"
	       " { trace(inet_ntoa((ipaddr_t *)((char *)copyin(arg1, 8) + 4))); }",
};
