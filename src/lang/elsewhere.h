/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Hints for users of other tracers (the D equivalent of a word) and of other DTraces (features that
 * this one lacks). Names and fields may be NULL. The result is NULL if there is no hint.
 */
#ifndef DT_LANG_ELSEWHERE_H
#define DT_LANG_ELSEWHERE_H

#include "lang/ast.h"

/** Returns the hint for the name of a variable or function. */
const char *dt_elsewhere_word(const char *name);
/** Returns the hint for the first part of a probe description: "uprobe". */
const char *dt_elsewhere_attachment(const char *first);
/** Writes the i-th of these names and its hint; names of variables and functions come first.
 * Returns false after the last. */
bool dt_elsewhere_entry(size_t i, const char **name, const char **what);
/** Returns the hint for the first field of a description that is not empty. */
const char *dt_elsewhere_description(const struct dt_probe_desc *desc);
/** Returns the reason why the provider is missing here, or the equivalent of the probe. */
const char *dt_elsewhere_provider(const struct dt_probe_desc *desc);
/** Returns the hint for a word or sign used as an operator: "or". */
const char *dt_elsewhere_operator(const char *word);
/** Translates other tracers' name of a function's probe: "entry" for "enter". */
const char *dt_elsewhere_probe(const char *name);

#endif
