/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Determines whether text may have several lines. Text copied from a process may, and strings in
 * which the program itself writes a newline or tab. A name of a process, a path and the like
 * contains a newline only to deceive.
 *
 * Decision: docs/dev/decisions/0058-newline-by-expression.md
 */
#include "lang/builtin.h"

#include <string.h>

bool dt_node_is_data(const struct dt_node *n)
{
	if (!n)
		return false;
	if (n->kind == DT_NODE_STRING)
		return memchr(n->str, '\n', n->str_len) || memchr(n->str, '\t', n->str_len);
	if (dt_node_has_role(n, DT_ROLE_COPYIN) || (n->ident && n->ident->holds_data))
		return true;
	for (const struct dt_node *part = n->list; part; part = part->next)
		if (dt_node_is_data(part))
			return true;
	return dt_node_is_data(n->lhs) || dt_node_is_data(n->rhs) || dt_node_is_data(n->third);
}
