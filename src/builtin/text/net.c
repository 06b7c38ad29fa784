/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Byte order and addresses: the ntoh and hton families, inet_ntoa, inet_ntoa6,
 * inet_ntop, link_ntop. All supported machines are little-endian, so the ntoh and hton families
 * reverse the bytes of their operand.
 */
#include "builtin/args.h"
#include "builtin/builtin.h"

#include <linux/if_arp.h>
#include <sys/socket.h>

static dt_reg swap_bytes(struct dt_gen *g, const struct dt_node *n, unsigned width)
{
	return dt_ir_un(dt_gen_func(g), DT_IR_BSWAP, width, dt_arg_value(g, n, 0, 0));
}

static dt_reg swap16_value(struct dt_gen *g, const struct dt_node *n)
{
	return swap_bytes(g, n, 2);
}

static dt_reg swap32_value(struct dt_gen *g, const struct dt_node *n)
{
	return swap_bytes(g, n, 4);
}

static dt_reg swap64_value(struct dt_gen *g, const struct dt_node *n)
{
	return swap_bytes(g, n, 8);
}

enum { INET_NTOA_MAX = 16 }; // "255.255.255.255" and NUL

enum { INET6_NTOA_MAX = 46 }; // INET6_ADDRSTRLEN

enum { LINK_MAX = 24, LINK_NTOP_MAX = 60 }; // 20 bytes rounded up; three characters each

static void format_ipv4(struct dt_gen *g, dt_reg pointer, dt_reg whole)
{
	dt_reg address = dt_arg_read(g, pointer, 4);

	dt_ir_call(dt_gen_func(g), "dt_inet_ntoa", 2, whole,
		   dt_ir_load(dt_gen_func(g), 4, address, 0));
}

static void format_ipv6(struct dt_gen *g, dt_reg pointer, dt_reg whole)
{
	dt_ir_call(dt_gen_func(g), "dt_inet_ntoa6", 2, whole, dt_arg_read(g, pointer, 16));
}

static void inet_ntoa_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg pointer = dt_arg_value(g, n, 0, 0), whole = dt_result_begin(g, dst, cap);

	format_ipv4(g, pointer, whole);
	dt_result_end(g, dst, cap, whole);
}

static void inet_ntoa6_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_reg pointer = dt_arg_value(g, n, 0, 0), whole = dt_result_begin(g, dst, cap);

	format_ipv6(g, pointer, whole);
	dt_result_end(g, dst, cap, whole);
}

/** Other address families raise an ILLOP fault. */
static void inet_ntop_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg family = dt_arg_value(g, n, 0, 0), pointer = dt_arg_value(g, n, 1, 0);
	dt_reg whole = dt_result_begin(g, dst, cap);
	dt_label six = dt_ir_label(f), end = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_NE, family, AF_INET, six);
	format_ipv4(g, pointer, whole);
	dt_ir_jump(f, end);
	dt_ir_place(f, six);
	dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_NE, family, AF_INET6, 0);
	format_ipv6(g, pointer, whole);
	dt_ir_place(f, end);
	dt_result_end(g, dst, cap, whole);
}

/** Ethernet addresses have 6 bytes, InfiniBand addresses 20. Other types raise an ILLOP fault. */
static void link_ntop_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg type = dt_arg_value(g, n, 0, 0), pointer = dt_arg_value(g, n, 1, 0), got;
	dt_reg whole = dt_result_begin(g, dst, cap), address = dt_gen_scratch(g, LINK_MAX);
	dt_reg size = dt_ir_reg(f);
	dt_label known = dt_ir_label(f);

	for (unsigned i = 0; i < LINK_MAX; i += 8)
		dt_ir_storei(f, 8, address, i, 0);
	dt_ir_const_to(f, size, 6);
	dt_ir_branchi(f, DT_IR_EQ, type, ARPHRD_ETHER, known);
	dt_ir_branchi(f, DT_IR_EQ, type, ARPHRD_IEEE802, known);
	dt_ir_const_to(f, size, 20);
	dt_gen_fault_if(g, DT_FAULT_ILLOP, DT_IR_NE, type, ARPHRD_INFINIBAND, 0);
	dt_ir_place(f, known);
	got = dt_ir_env(f, DT_ENV_READ, address, size, pointer);
	dt_gen_fault_if(g, DT_FAULT_BADADDR, DT_IR_NE, got, 0, pointer);
	dt_ir_call(f, "dt_link_ntop", 3, whole, address, size);
	dt_result_end(g, dst, cap, whole);
}

#define BYTE_ORDER_FUNCTION(func, bits, sentence)                                  \
	const struct dt_builtin dt_builtin_##func = {                              \
	    .name = #func,                                                         \
	    .since = "1.3",                                                        \
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
    .since = "1.5",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (ipaddr_t *)",
    .lowering =
	&(const struct dt_lowering){.string = inet_ntoa_string, .string_max = INET_NTOA_MAX},
    .doc = "The IPv4 address that a pointer points to, in dotted form.",
    .example = "syscall::connect:entry"
	       " { trace(inet_ntoa((ipaddr_t *)((char *)copyin(arg1, 8) + 4))); }",
};

const struct dt_builtin dt_builtin_inet_ntoa6 = {
    .name = "inet_ntoa6",
    .since = "1.5",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (void *)",
    .lowering =
	&(const struct dt_lowering){.string = inet_ntoa6_string, .string_max = INET6_NTOA_MAX},
    .doc = "The IPv6 address that a pointer points to, shortened as RFC 5952 says.",
    .example = "syscall::connect:entry /arg2 >= 28/"
	       " { trace(inet_ntoa6((char *)copyin(arg1, 28) + 8)); }",
};

const struct dt_builtin dt_builtin_inet_ntop = {
    .name = "inet_ntop",
    .since = "1.5",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (int, void *)",
    .lowering =
	&(const struct dt_lowering){.string = inet_ntop_string, .string_max = INET6_NTOA_MAX},
    .doc = "The IPv4 (family 2) or IPv6 (family 10) address that a pointer points to.",
    .example = "syscall::connect:entry /arg2 >= 28/"
	       " { trace(inet_ntop(10, (char *)copyin(arg1, 28) + 8)); }",
};

const struct dt_builtin dt_builtin_link_ntop = {
    .name = "link_ntop",
    .since = "1.13",
    .kind = DT_BUILTIN_SUBROUTINE,
    .proto = "string (int, void *)",
    .lowering =
	&(const struct dt_lowering){.string = link_ntop_string, .string_max = LINK_NTOP_MAX},
    .doc = "The hardware address that a pointer points to, of an Ethernet (type 1) or an "
	   "InfiniBand (type 32).",
    .example = "sdt:::net_dev_queue { this->d = ((struct sk_buff *)arg0)->dev; "
	       "@[link_ntop(this->d->type, this->d->dev_addr)] = count(); }",
};
