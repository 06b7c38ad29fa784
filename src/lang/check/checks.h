/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The checks of single builtins, for the `check` field of their descriptors (src/builtin/).
 *
 * A check runs after the prototype's check, when the arguments have types. It raises the builtin's
 * own tags and may set call->type. Each comment starts with the prototype that the check expects.
 * If the prototype has `...`, the check counts the arguments itself.
 */
#ifndef DT_LANG_CHECK_CHECKS_H
#define DT_LANG_CHECK_CHECKS_H

struct dt_sema;
struct dt_node;

// format.c
/** `void (@, ...)`: printf, system, freopen. A constant format and the arguments it requires. */
void dt_check_printf(struct dt_sema *s, struct dt_node *call);
/** `void (@, ...)`: printa. An optional format, then aggregations with equal keys. */
void dt_check_printa(struct dt_sema *s, struct dt_node *call);
/** `void (@, ...)`: freopen. As printf; the empty string is permitted, "." and ".." are not. */
void dt_check_freopen(struct dt_sema *s, struct dt_node *call);

// data.c
/** `void (@)`: trace. Neither void nor dynamic nor an aggregation. */
void dt_check_trace(struct dt_sema *s, struct dt_node *call);
/** `void (@)`: print. */
void dt_check_print(struct dt_sema *s, struct dt_node *call);
/** `void (@, size_t, ...)`: tracemem. Address, constant size, dynamic size. */
void dt_check_tracemem(struct dt_sema *s, struct dt_node *call);
/** `stack (...)`: stack. An optional positive constant. */
void dt_check_stack(struct dt_sema *s, struct dt_node *call);
/** `stack (...)`: ustack, jstack. Constant number of frames, constant size of strings. */
void dt_check_ustack(struct dt_sema *s, struct dt_node *call);

// agg.c: aggregating functions
/** `void (@)`: sum, avg, min, max, stddev. A scalar argument. */
void dt_check_agg_scalar(struct dt_sema *s, struct dt_node *call);
/** `void (@, ...)`: quantize. */
void dt_check_quantize(struct dt_sema *s, struct dt_node *call);
/** `void (@, ...)`: percentile. */
void dt_check_percentile(struct dt_sema *s, struct dt_node *call);
/** `void (@, ...)`: lquantize. Sets ident->agg_params to base, limit, step. */
void dt_check_lquantize(struct dt_sema *s, struct dt_node *call);
/** `void (@, ...)`: llquantize. Sets ident->agg_params to factor, low, high, nsteps. */
void dt_check_llquantize(struct dt_sema *s, struct dt_node *call);

// agg.c: actions on aggregations
/** `void (...)`: clear. */
void dt_check_clear(struct dt_sema *s, struct dt_node *call);
/** `void (...)`: trunc. */
void dt_check_trunc(struct dt_sema *s, struct dt_node *call);
/** `void (...)`: normalize. */
void dt_check_normalize(struct dt_sema *s, struct dt_node *call);
/** `void (...)`: denormalize. */
void dt_check_denormalize(struct dt_sema *s, struct dt_node *call);

#endif
