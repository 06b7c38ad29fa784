/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Time variables. `timestamp` is read once per clause, so that all its uses in a clause agree; it
 * is also the time of the clause's record. Wall-clock time is the same value plus an offset that
 * the consumer maintains.
 */
#include "builtin/builtin.h"

#include "lower/builtin.h"

static dt_reg timestamp_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_timestamp(g);
}

static dt_reg vtimestamp_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_vtime(g);
}

static dt_reg walltimestamp_value(struct dt_gen *g, const struct dt_node *n)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg ctl = dt_ir_map_value(f, DT_MAP_CTL, 0);
	dt_reg offset = dt_ir_load(f, 8, ctl, offsetof(struct dt_ctl, wall_offset));

	return dt_ir_bin(f, DT_IR_ADD, dt_gen_timestamp(g), offset);
}

const struct dt_builtin dt_builtin_timestamp = {
    .name = "timestamp",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_TIME,
    .proto = "uint64_t",
    .lowering = &(const struct dt_lowering){.value = timestamp_value, .reads_clock = true},
    .doc = "Nanoseconds since boot; constant within a clause, except after chill().",
    .example =
	"syscall::read:entry { self->ts = timestamp; }"
	" syscall::read:return /self->ts/ { @ = quantize(timestamp - self->ts); self->ts = 0; }",
};

const struct dt_builtin dt_builtin_vtimestamp = {
    .name = "vtimestamp",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_TIME,
    .flags = DT_BF_VTIME,
    .proto = "uint64_t",
    .lowering = &(const struct dt_lowering){.value = vtimestamp_value, .reads_clock = true},
    .doc =
	"Nanoseconds that the current thread has been on a CPU, without the time in probes; only "
	"differences mean anything.",
    .example =
	"syscall::read:entry { self->vt = vtimestamp; }"
	" syscall::read:return /self->vt/ { @ = quantize(vtimestamp - self->vt); self->vt = 0; }",
};

const struct dt_builtin dt_builtin_walltimestamp = {
    .name = "walltimestamp",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_TIME,
    .proto = "int64_t",
    .lowering = &(const struct dt_lowering){.value = walltimestamp_value, .reads_clock = true},
    .doc = "Nanoseconds since 1970-01-01 UTC; printf's %Y prints it as a date, %#T as the time of "
	   "day, %#.3T with milliseconds.",
    .example = "BEGIN { printf(\"%Y\\n\", walltimestamp); exit(0); }",
};
