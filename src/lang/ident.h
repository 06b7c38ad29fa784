/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Identifiers: how the name tables of a compilation are looked up and filled.
 *
 * c->globals holds GLOBAL, ASSOC, INLINE, BUILTIN_VAR and FUNCTION under their name, and KERNEL
 * symbols under "scope`name", which no D name can be. c->selfs holds SELF and SELF_ASSOC, c->thises
 * THIS, c->aggs AGG. The parser declares (is_declared set, type and keys known); the semantic pass
 * creates what a first use brings into being.
 */
#ifndef DT_LANG_IDENT_H
#define DT_LANG_IDENT_H

#include "lang/compile.h"

/** The table that identifiers of the kind live in. */
struct dt_map *dt_ident_table(struct dt_compile *c, enum dt_ident_kind kind);

/** The identifier of the name in the table, or NULL. */
struct dt_ident *dt_ident_lookup(const struct dt_map *table, const char *name);

/** May the program use it? #pragma D binding hides a name from a -x version that is older. */
bool dt_ident_is_visible(const struct dt_compile *c, const struct dt_ident *id);
/** The global of the name, not a builtin; the library is asked if the program has none. */
struct dt_ident *dt_ident_global(struct dt_compile *c, const char *name);

/** A new identifier in its table, with the next index of its kind; the name is interned and not
 *  yet in the table. */
struct dt_ident *dt_ident_create(struct dt_compile *c, enum dt_ident_kind kind, const char *name,
				 struct dt_loc loc);

/** Find or create the KERNEL identifier of a symbol; scope "" is any module. */
struct dt_ident *dt_ident_kernel(struct dt_compile *c, const char *scope, const char *name,
				 struct dt_loc loc);

/** Is the name one of a provider's own, "PROVIDER.NAME"? */
bool dt_ident_is_own(const char *name);

/** Take note of a pragma about a name that is, or will be, declared. */
void dt_ident_pragma(struct dt_compile *c, struct dt_ident_pragma *p);

/** The builtin of the name, or NULL. */
const struct dt_builtin *dt_builtin_find(const struct dt_compile *c, const char *name);

#endif
