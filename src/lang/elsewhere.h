/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the words of other tracers are in D, and what other DTraces have and this one has not: for
 * hints. Names and fields may be NULL, and the result is NULL if the word is none of them.
 */
#ifndef DT_LANG_ELSEWHERE_H
#define DT_LANG_ELSEWHERE_H

#include "lang/ast.h"

/** Of a variable or a function. */
const char *dt_elsewhere_word(const char *name);
/** Of the first part of a probe description: "uprobe". */
const char *dt_elsewhere_attachment(const char *first);
/** The same of the first field that is not empty. */
const char *dt_elsewhere_description(const struct dt_probe_desc *desc);
/** Why there is no such provider here, or what tells the same as the probe. */
const char *dt_elsewhere_provider(const struct dt_probe_desc *desc);
/** Of a word or a sign that stands where an operator should: "or". */
const char *dt_elsewhere_operator(const char *word);
/** The name of a function's probe for what others call it: "entry" for "enter". */
const char *dt_elsewhere_place(const char *name);

#endif
