/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Locations and reports of the lexer. A lexer that looks ahead or recovers reports nothing.
 */
#include "lang/lex/lex.h"

struct dt_loc dt_lex_loc(const struct dt_lexer *lx, size_t from, size_t len)
{
	return (struct dt_loc){
	    .source = lx->source,
	    .file = lx->file,
	    .line = lx->line,
	    .column = (uint32_t)(from - lx->line_start) + 1,
	    .offset = (uint32_t)from,
	    .length = (uint32_t)len,
	};
}

void dt_lex_error(struct dt_lexer *lx, struct dt_loc loc, enum dt_tag tag, const char *fmt, ...)
{
	if (lx->is_peeking || lx->is_skipping)
		return;

	va_list ap;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *message = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_diag(&lx->c->diags, loc, tag, "%s", message);
}

void dt_lex_hint(struct dt_lexer *lx, const char *fmt, ...)
{
	if (lx->is_peeking || lx->is_skipping)
		return;

	va_list ap;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *hint = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_diag_hint(&lx->c->diags, "%s", hint);
}
