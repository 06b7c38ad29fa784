/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Identifiers: searches and fills the name tables of a compilation.
 *
 * c->globals holds GLOBAL, ASSOC, INLINE, BUILTIN_VAR and FUNCTION by name, and KERNEL symbols by
 * "scope`name", which is not a D name. c->selfs holds SELF and SELF_ASSOC, c->thises THIS, c->aggs
 * AGG. The parser creates declared identifiers (is_declared set, type and keys known); the semantic
 * pass creates the others at their first use.
 */
#ifndef DT_LANG_IDENT_H
#define DT_LANG_IDENT_H

#include "lang/compile.h"

/** Returns the table of identifiers of a kind. */
struct dt_map *dt_ident_table(struct dt_compile *c, enum dt_ident_kind kind);

/** Returns the identifier with this name in the table, or NULL. */
struct dt_ident *dt_ident_lookup(const struct dt_map *table, const char *name);

/** Reports whether the program may use it. #pragma D binding hides a name from older -x versions.
 */
bool dt_ident_is_visible(const struct dt_compile *c, const struct dt_ident *id);
/** Returns the global with this name, except builtins. Searches the program, then the library. */
struct dt_ident *dt_ident_global(struct dt_compile *c, const char *name);

/** Adds an identifier to its table, with the next index of its kind. The name must be interned and
 * not yet in the table. */
struct dt_ident *dt_ident_create(struct dt_compile *c, enum dt_ident_kind kind, const char *name,
				 struct dt_loc loc);

/** Finds or creates the KERNEL identifier of a symbol. Scope "" means any module. */
struct dt_ident *dt_ident_kernel(struct dt_compile *c, const char *scope, const char *name,
				 struct dt_loc loc);

/** Reports whether the name is private to a provider: "PROVIDER.NAME". */
bool dt_ident_is_own(const char *name);

/** Records a pragma about a name, which may be declared before or after it. */
void dt_ident_pragma(struct dt_compile *c, struct dt_ident_pragma *p);

/** Returns the builtin with this name, or NULL. */
const struct dt_builtin *dt_builtin_find(const struct dt_compile *c, const char *name);

#endif
