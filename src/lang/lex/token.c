/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The spelling of tokens, and the keywords.
 */
#include "lang/lex/lex.h"

#include <ctype.h>
#include <string.h>

struct keyword {
	const char *name;
	unsigned flags;
};

static const struct keyword keywords[DT_N_TOKS] = {
    [DT_KEY_AUTO] = {"auto", DT_KF_DECL},
    [DT_KEY_BREAK] = {"break", DT_KF_RESERVED},
    [DT_KEY_CASE] = {"case", DT_KF_RESERVED},
    [DT_KEY_CHAR] = {"char", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_CONST] = {"const", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_CONTINUE] = {"continue", DT_KF_RESERVED},
    [DT_KEY_COUNTER] = {"counter", DT_KF_RESERVED | DT_KF_TOP},
    [DT_KEY_DEFAULT] = {"default", DT_KF_RESERVED},
    [DT_KEY_DO] = {"do", DT_KF_RESERVED},
    [DT_KEY_DOUBLE] = {"double", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_ELSE] = {"else", 0},
    [DT_KEY_ENUM] = {"enum", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_EXTERN] = {"extern", DT_KF_DECL},
    [DT_KEY_FLOAT] = {"float", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_FOR] = {"for", DT_KF_RESERVED},
    [DT_KEY_GOTO] = {"goto", DT_KF_RESERVED},
    [DT_KEY_IF] = {"if", 0},
    [DT_KEY_IMPORT] = {"import", DT_KF_RESERVED | DT_KF_TOP},
    [DT_KEY_INLINE] = {"inline", DT_KF_DECL},
    [DT_KEY_INT] = {"int", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_LONG] = {"long", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_OFFSETOF] = {"offsetof", 0},
    [DT_KEY_PROBE] = {"probe", DT_KF_TOP},
    [DT_KEY_PROVIDER] = {"provider", DT_KF_DECL | DT_KF_TOP},
    [DT_KEY_REGISTER] = {"register", DT_KF_DECL},
    [DT_KEY_RESTRICT] = {"restrict", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_RETURN] = {"return", DT_KF_RESERVED},
    [DT_KEY_SELF] = {"self", DT_KF_DECL},
    [DT_KEY_SHORT] = {"short", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_SIGNED] = {"signed", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_SIZEOF] = {"sizeof", 0},
    [DT_KEY_STATIC] = {"static", DT_KF_DECL},
    [DT_KEY_STRING] = {"string", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_STRINGOF] = {"stringof", 0},
    [DT_KEY_STRUCT] = {"struct", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_SWITCH] = {"switch", DT_KF_RESERVED},
    [DT_KEY_THIS] = {"this", DT_KF_DECL},
    [DT_KEY_TRANSLATOR] = {"translator", DT_KF_DECL | DT_KF_TOP},
    [DT_KEY_TYPEDEF] = {"typedef", DT_KF_DECL},
    [DT_KEY_UNION] = {"union", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_UNSIGNED] = {"unsigned", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_USERLAND] = {"userland", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_VOID] = {"void", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_VOLATILE] = {"volatile", DT_KF_DECL | DT_KF_TYPE},
    [DT_KEY_WHILE] = {"while", DT_KF_RESERVED},
    [DT_KEY_XLATE] = {"xlate", 0},
};

static const char *const tok_texts[DT_N_TOKS] = {
    [DT_TOK_EOF] = "end of file",
    [DT_TOK_ERROR] = "invalid token",
    [DT_TOK_IDENT] = "identifier",
    [DT_TOK_INT] = "integer",
    [DT_TOK_STRING] = "string",
    [DT_TOK_AGG] = "aggregation",
    [DT_TOK_PSPEC] = "probe description",
    [DT_TOK_EPRED] = "end of predicate",
    [DT_TOK_LBRACE] = "{",
    [DT_TOK_RBRACE] = "}",
    [DT_TOK_LPAREN] = "(",
    [DT_TOK_RPAREN] = ")",
    [DT_TOK_LBRACKET] = "[",
    [DT_TOK_RBRACKET] = "]",
    [DT_TOK_SEMI] = ";",
    [DT_TOK_COMMA] = ",",
    [DT_TOK_DOT] = ".",
    [DT_TOK_ELLIPSIS] = "...",
    [DT_TOK_ARROW] = "->",
    [DT_TOK_QUESTION] = "?",
    [DT_TOK_COLON] = ":",
    [DT_TOK_ADD] = "+",
    [DT_TOK_SUB] = "-",
    [DT_TOK_MUL] = "*",
    [DT_TOK_DIV] = "/",
    [DT_TOK_MOD] = "%",
    [DT_TOK_AND] = "&",
    [DT_TOK_OR] = "|",
    [DT_TOK_XOR] = "^",
    [DT_TOK_SHL] = "<<",
    [DT_TOK_SHR] = ">>",
    [DT_TOK_EQ] = "==",
    [DT_TOK_NE] = "!=",
    [DT_TOK_LT] = "<",
    [DT_TOK_LE] = "<=",
    [DT_TOK_GT] = ">",
    [DT_TOK_GE] = ">=",
    [DT_TOK_LAND] = "&&",
    [DT_TOK_LOR] = "||",
    [DT_TOK_LXOR] = "^^",
    [DT_TOK_NOT] = "~",
    [DT_TOK_LNOT] = "!",
    [DT_TOK_INC] = "++",
    [DT_TOK_DEC] = "--",
    [DT_TOK_ASSIGN] = "=",
    [DT_TOK_ADD_ASSIGN] = "+=",
    [DT_TOK_SUB_ASSIGN] = "-=",
    [DT_TOK_MUL_ASSIGN] = "*=",
    [DT_TOK_DIV_ASSIGN] = "/=",
    [DT_TOK_MOD_ASSIGN] = "%=",
    [DT_TOK_AND_ASSIGN] = "&=",
    [DT_TOK_OR_ASSIGN] = "|=",
    [DT_TOK_XOR_ASSIGN] = "^=",
    [DT_TOK_SHL_ASSIGN] = "<<=",
    [DT_TOK_SHR_ASSIGN] = ">>=",
};

const char *dt_tok_text(enum dt_tok tok)
{
	return tok >= DT_TOK_FIRST_KEYWORD ? keywords[tok].name : tok_texts[tok];
}

unsigned dt_tok_keyword_flags(enum dt_tok tok)
{
	return keywords[tok].flags;
}

bool dt_lex_is_ident_start(char c)
{
	return isalpha((unsigned char)c) || c == '_' || c == '`';
}

bool dt_lex_is_ident(char c)
{
	return dt_lex_is_ident_start(c) || isdigit((unsigned char)c);
}

void dt_lex_word(struct dt_lexer *lx, struct dt_token *t, const char *word, size_t len)
{
	t->kind = DT_TOK_IDENT;
	t->text = dt_intern_n(lx->c->names, word, len);
	t->len = len;
	for (enum dt_tok k = DT_TOK_FIRST_KEYWORD; k < DT_N_TOKS; k++) {
		if (keywords[k].name[0] == word[0] && !strcmp(keywords[k].name, t->text)) {
			if (lx->mode != DT_LEX_EXPR || !(keywords[k].flags & DT_KF_TOP))
				t->kind = k;
			return;
		}
	}
}
