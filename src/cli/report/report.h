/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Prints the data of the library that is not the trace. Layout and sentences are here.
 *
 *	list.c	   -l
 *	status.c   --status
 *	trace.c	   -v, skipped places, and a trace without records
 *	explain.c  --explain: topics; layout.c for types, answers.c for questions
 *	version.c  -V
 */
#ifndef DT_CLI_REPORT_H
#define DT_CLI_REPORT_H

#include "cli/cli.h"

/** list.c: Prints the probes that the texts match; without texts, all probes and the places that
 * other dtrace processes trace. Sends a message for each description that matches nothing. Returns
 * an exit status. */
int dt_list_probes(struct dt_cli *c);
/** Prints a title and three lines, indented by tabs. */
void dt_list_stability(FILE *out, const char *title, const struct dtrace_stability *s);

/** status.c: Prints what any dtrace process on this machine traces; with -v each place. Returns an
 * exit status. */
int dt_show_status(struct dt_cli *c);

/** trace.c: Prints the stability of the program, text by text. */
void dt_report_stability(struct dt_cli *c);
/** Report the memory for tracing, and how many user stacks are complete. */
void dt_report_memory(struct dt_cli *c);
void dt_report_stacks(struct dt_cli *c);
/** Reports the enabled probes if nothing was recorded. */
void dt_report_silence(struct dt_cli *c);
/** Reports how many places are skipped, and why; with -v also each place. With -q it reports only
 * places that no executor probes. */
void dt_report_skips(struct dt_cli *c);

/** explain.c: Prints a topic. A name in a table of dtrace gives its description, a type of the
 * kernel or of a target's program its layout, a kind ("options") its members, a pattern its
 * matches, and "topics" the list of kinds. Returns false for all other words. */
bool dt_explain(struct dtrace *d, const char *topic, FILE *out);

/** version.c: Prints the version; with `verbose` also the data for a bug report. */
void dt_print_version(FILE *out, bool verbose);

#endif
