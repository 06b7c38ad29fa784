/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expressions, from the comma down to primaries.
 *
 * A node has the location of its main token: the operator of an operation, the name of a variable,
 * member or function. The semantic pass resolves names. Only for "(x)" the parser must know whether
 * x is a type. The tokens after it nearly always decide that, so a variable in parentheses causes
 * no look-up of types (which may read the kernel's type data).
 */
#include "lang/parse/internal.h"

#include <string.h>

static struct dt_node *unary_expression(struct dt_parser *p);
static struct dt_node *cast_expression(struct dt_parser *p);

static struct dt_node *poison_node(struct dt_parser *p)
{
	return dt_parse_node(p, DT_NODE_POISON, p->tok.loc);
}

static struct dt_node *binary_node(struct dt_parser *p, enum dt_node_kind kind, enum dt_op op,
				   struct dt_loc loc, struct dt_node *lhs, struct dt_node *rhs)
{
	struct dt_node *n = dt_parse_node(p, kind, loc);

	n->op = op;
	n->lhs = lhs;
	n->rhs = rhs;
	return dt_parse_finish_node(p, n);
}

static struct dt_node *unary_node(struct dt_parser *p, enum dt_op op, struct dt_loc loc,
				  struct dt_node *lhs)
{
	return binary_node(p, DT_NODE_UNARY, op, loc, lhs, NULL);
}

/* expression_list = assignment { "," assignment } ; */
static struct dt_node *expression_list(struct dt_parser *p)
{
	struct dt_node *list = NULL, **tail = &list;

	do
		dt_parse_append(&tail, dt_parse_assignment(p));
	while (dt_parse_accept(p, DT_TOK_COMMA));
	return list;
}

// ---- types in parentheses

/* Reports whether the token always begins an operand. */
static bool begins_operand(enum dt_tok tok)
{
	switch (tok) {
	case DT_TOK_IDENT:
	case DT_TOK_INT:
	case DT_TOK_STRING:
	case DT_TOK_AGG:
	case DT_TOK_LPAREN:
	case DT_TOK_NOT:
	case DT_TOK_LNOT:
	case DT_KEY_SELF:
	case DT_KEY_THIS:
	case DT_KEY_SIZEOF:
	case DT_KEY_OFFSETOF:
	case DT_KEY_STRINGOF:
	case DT_KEY_XLATE:
		return true;
	default:
		return false;
	}
}

/*
 * Reports whether the current token, "(", is followed by a type name. `is_operand_next`: an operand
 * follows the ")", as in a cast. Then x in "(x) y" is a type. In sizeof (x) it need not be.
 */
static bool is_type_inside(struct dt_parser *p, bool is_operand_next)
{
	struct dt_lexer lx = p->lx;
	lx.is_peeking = true;
	struct dt_token word = dt_lex_next(&lx), t = dt_lex_next(&lx);
	size_t stars = 0;

	if (dt_tok_keyword_flags(word.kind) & DT_KF_TYPE)
		return true;
	if (word.kind != DT_TOK_IDENT)
		return false;
	for (; t.kind == DT_TOK_MUL; t = dt_lex_next(&lx))
		stars++;
	if (dt_tok_keyword_flags(t.kind) & DT_KF_TYPE)
		return true;
	if (t.kind != DT_TOK_RPAREN)
		return false;
	if (stars)
		return true;
	if (dt_parse_hides_type(p, word.text))
		return false;
	if (is_operand_next) {
		t = dt_lex_next(&lx);
		if (begins_operand(t.kind))
			return true;
		if (t.kind != DT_TOK_ADD && t.kind != DT_TOK_SUB && t.kind != DT_TOK_MUL &&
		    t.kind != DT_TOK_AND && t.kind != DT_TOK_INC && t.kind != DT_TOK_DEC)
			return false;
	}
	return dt_parse_is_type(p, &word);
}

// ---- primaries

/* name = identifier | scope "`" identifier ; the backticks are part of the lexeme */
static struct dt_node *name_expression(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_NAME, p->tok.loc);
	const char *tick = strrchr(p->tok.text, '`');

	n->name = p->tok.text;
	if (tick) {
		n->scope = DT_SCOPE_KERNEL;
		n->module = dt_intern_n(p->c->names, p->tok.text, (size_t)(tick - p->tok.text));
		n->name = dt_intern(p->c->names, tick + 1);
		if (!tick[1])
			dt_parse_fail(p, "expected a symbol after '`'");
	}
	dt_parse_advance(p);
	return n;
}

/* scoped_variable = ( "self" | "this" ) "->" name ; */
static struct dt_node *scoped_variable(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_NAME, p->tok.loc);

	n->scope = dt_parse_is(p, DT_KEY_SELF) ? DT_SCOPE_SELF : DT_SCOPE_THIS;
	dt_parse_advance(p);
	bool is_near = (dt_parse_is(p, DT_TOK_DOT) || dt_parse_is(p, DT_TOK_SUB)) && !p->panic;
	dt_parse_expect(p, DT_TOK_ARROW, "after self or this");
	if (is_near)
		dt_parse_hint(p, "in D: self->NAME, this->NAME");
	if (!dt_parse_is_name(p)) {
		dt_parse_fail(p, "expected a variable name");
		return poison_node(p);
	}
	n->name = p->tok.text;
	n->loc.length = p->tok.loc.offset + p->tok.loc.length - n->loc.offset;
	dt_parse_advance(p);
	return n;
}

/* aggregation = "@" [ name ] [ "[" expression_list "]" ] ; */
static struct dt_node *aggregation(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_AGG, p->tok.loc);

	n->name = p->tok.text;
	dt_parse_advance(p);
	if (dt_parse_accept(p, DT_TOK_LBRACKET)) {
		n->list = expression_list(p);
		dt_parse_expect(p, DT_TOK_RBRACKET, "after the keys");
	}
	return dt_parse_finish_node(p, n);
}

/* offsetof = "offsetof" "(" type_name "," name ")" ; */
static struct dt_node *offsetof_expression(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_OFFSETOF, p->tok.loc);

	dt_parse_advance(p);
	dt_parse_expect(p, DT_TOK_LPAREN, "after offsetof");
	n->decl_type = dt_parse_type_name(p);
	dt_parse_expect(p, DT_TOK_COMMA, "after the type");
	if (!dt_parse_is_name(p)) {
		dt_parse_fail(p, "expected a member name");
		return poison_node(p);
	}
	n->name = p->tok.text;
	dt_parse_advance(p);
	dt_parse_expect(p, DT_TOK_RPAREN, "after the member");
	return n;
}

/* xlate = "xlate" "<" type_name ">" "(" expression ")" ; */
static struct dt_node *xlate_expression(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_XLATE, p->tok.loc);

	dt_parse_advance(p);
	dt_parse_expect(p, DT_TOK_LT, "after xlate");
	n->decl_type = dt_parse_type_name(p);
	dt_parse_expect(p, DT_TOK_GT, "after the type");
	dt_parse_expect(p, DT_TOK_LPAREN, "before the expression to translate");
	n->lhs = dt_parse_expression(p);
	dt_parse_expect(p, DT_TOK_RPAREN, "after the expression to translate");
	return dt_parse_finish_node(p, n);
}

static struct dt_node *integer_constant(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_INT, p->tok.loc);

	n->value = p->tok.value;
	n->type = p->tok.type;
	n->is_no_target = p->tok.is_no_target;
	dt_parse_advance(p);
	return n;
}

static struct dt_node *string_constant(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_STRING, p->tok.loc);

	n->str = p->tok.text;
	n->str_len = p->tok.len;
	dt_parse_advance(p);
	return n;
}

static struct dt_node *parenthesised(struct dt_parser *p)
{
	dt_parse_advance(p);
	struct dt_node *n = dt_parse_expression(p);
	dt_parse_expect(p, DT_TOK_RPAREN, "to match the '('");
	return n;
}

/*
 * primary = name | scoped_variable | aggregation | integer | string | offsetof | xlate
 *         | "(" expression ")" ;
 */
static struct dt_node *primary_expression(struct dt_parser *p)
{
	if (p->panic)
		return poison_node(p);
	switch (p->tok.kind) {
	case DT_TOK_IDENT:
		return name_expression(p);
	case DT_KEY_SELF:
	case DT_KEY_THIS:
		return scoped_variable(p);
	case DT_TOK_AGG:
		return aggregation(p);
	case DT_TOK_INT:
		return integer_constant(p);
	case DT_TOK_STRING:
		return string_constant(p);
	case DT_KEY_OFFSETOF:
		return offsetof_expression(p);
	case DT_KEY_XLATE:
		return xlate_expression(p);
	case DT_TOK_LPAREN:
		return parenthesised(p);
	default:
		dt_parse_fail(p, "syntax error");
		return poison_node(p);
	}
}

// ---- postfix and unary

/* call = name "(" [ expression_list ] ")" ; */
static struct dt_node *call(struct dt_parser *p, struct dt_node *callee)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_CALL, callee->loc);

	n->name = callee->name;
	if (callee->kind != DT_NODE_NAME || callee->scope)
		dt_parse_error(p, callee->loc, D_FUNC_IDENT,
			       "function designator is not of function type");
	dt_parse_advance(p);
	if (!dt_parse_is(p, DT_TOK_RPAREN))
		n->list = expression_list(p);
	dt_parse_expect(p, DT_TOK_RPAREN, "after the arguments");
	if (callee->kind != DT_NODE_NAME || callee->scope)
		return poison_node(p);
	return dt_parse_finish_node(p, n);
}

/* index = postfix "[" expression_list "]" ; */
static struct dt_node *index_expression(struct dt_parser *p, struct dt_node *lhs)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_INDEX, p->tok.loc);

	dt_parse_advance(p);
	n->lhs = lhs;
	n->list = expression_list(p);
	dt_parse_expect(p, DT_TOK_RBRACKET, "after the index");
	return dt_parse_finish_node(p, n);
}

/* member = postfix ( "." | "->" ) name ; a->b is (*a).b */
static struct dt_node *member(struct dt_parser *p, struct dt_node *lhs)
{
	if (dt_parse_is(p, DT_TOK_ARROW))
		lhs = unary_node(p, DT_OP_DEREF, p->tok.loc, lhs);
	dt_parse_advance(p);

	if (!dt_parse_is_name(p)) {
		dt_parse_fail(p, "expected a member name");
		return poison_node(p);
	}
	struct dt_node *n = dt_parse_node(p, DT_NODE_MEMBER, p->tok.loc);
	n->lhs = lhs;
	n->name = p->tok.text;
	dt_parse_advance(p);
	return dt_parse_finish_node(p, n);
}

/* postfix = primary { call | index | member | "++" | "--" } ; */
static struct dt_node *postfix_expression(struct dt_parser *p)
{
	struct dt_node *n = primary_expression(p);

	while (!p->panic) {
		struct dt_loc loc = p->tok.loc;

		switch (p->tok.kind) {
		case DT_TOK_LPAREN:
			n = call(p, n);
			break;
		case DT_TOK_LBRACKET:
			n = index_expression(p, n);
			break;
		case DT_TOK_DOT:
		case DT_TOK_ARROW:
			n = member(p, n);
			break;
		case DT_TOK_INC:
		case DT_TOK_DEC:
			n = unary_node(p, p->tok.kind == DT_TOK_INC ? DT_OP_POSTINC : DT_OP_POSTDEC,
				       loc, n);
			dt_parse_advance(p);
			break;
		default:
			return n;
		}
	}
	return n;
}

static enum dt_op unary_op(enum dt_tok tok)
{
	switch (tok) {
	case DT_TOK_ADD:
		return DT_OP_PLUS;
	case DT_TOK_SUB:
		return DT_OP_NEG;
	case DT_TOK_NOT:
		return DT_OP_NOT;
	case DT_TOK_LNOT:
		return DT_OP_LNOT;
	case DT_TOK_MUL:
		return DT_OP_DEREF;
	case DT_TOK_AND:
		return DT_OP_ADDROF;
	case DT_TOK_INC:
		return DT_OP_PREINC;
	case DT_TOK_DEC:
		return DT_OP_PREDEC;
	case DT_KEY_STRINGOF:
		return DT_OP_STRINGOF;
	default:
		return DT_OP_NONE;
	}
}

/* sizeof = "sizeof" ( "(" type_name ")" | unary ) ; */
static struct dt_node *sizeof_expression(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_node(p, DT_NODE_SIZEOF, p->tok.loc);

	dt_parse_advance(p);
	if (dt_parse_is(p, DT_TOK_LPAREN) && is_type_inside(p, false)) {
		dt_parse_advance(p);
		n->decl_type = dt_parse_type_name(p);
		dt_parse_expect(p, DT_TOK_RPAREN, "after the type");
	} else {
		n->lhs = unary_expression(p);
	}
	return dt_parse_finish_node(p, n);
}

/* unary = postfix | unary_operator cast | ( "++" | "--" ) unary | sizeof ; */
static struct dt_node *unary_expression(struct dt_parser *p)
{
	enum dt_op op = p->panic ? DT_OP_NONE : unary_op(p->tok.kind);
	struct dt_loc loc = p->tok.loc;

	if (!dt_parse_enter(p))
		return poison_node(p);

	struct dt_node *n;
	if (dt_parse_is(p, DT_KEY_SIZEOF)) {
		n = sizeof_expression(p);
	} else if (op == DT_OP_NONE) {
		n = postfix_expression(p);
	} else {
		dt_parse_advance(p);
		n = unary_node(p, op, loc, cast_expression(p));
	}
	dt_parse_leave(p);
	return n;
}

/* cast = unary | "(" type_name ")" cast ; */
static struct dt_node *cast_expression(struct dt_parser *p)
{
	if (!dt_parse_is(p, DT_TOK_LPAREN) || !is_type_inside(p, true))
		return unary_expression(p);
	if (!dt_parse_enter(p))
		return poison_node(p);

	struct dt_node *n = dt_parse_node(p, DT_NODE_CAST, p->tok.loc);
	dt_parse_advance(p);
	n->decl_type = dt_parse_type_name(p);
	dt_parse_expect(p, DT_TOK_RPAREN, "after the type");
	n->lhs = cast_expression(p);
	dt_parse_leave(p);
	return dt_parse_finish_node(p, n);
}

// ---- binary operators

static const struct {
	enum dt_op op;
	unsigned precedence; // 0: not a binary operator
} binary_ops[DT_N_TOKS] = {
    [DT_TOK_LOR] = {DT_OP_LOR, 1},   [DT_TOK_LXOR] = {DT_OP_LXOR, 2},
    [DT_TOK_LAND] = {DT_OP_LAND, 3}, [DT_TOK_OR] = {DT_OP_OR, 4},
    [DT_TOK_XOR] = {DT_OP_XOR, 5},   [DT_TOK_AND] = {DT_OP_AND, 6},
    [DT_TOK_EQ] = {DT_OP_EQ, 7},     [DT_TOK_NE] = {DT_OP_NE, 7},
    [DT_TOK_LT] = {DT_OP_LT, 8},     [DT_TOK_LE] = {DT_OP_LE, 8},
    [DT_TOK_GT] = {DT_OP_GT, 8},     [DT_TOK_GE] = {DT_OP_GE, 8},
    [DT_TOK_SHL] = {DT_OP_SHL, 9},   [DT_TOK_SHR] = {DT_OP_SHR, 9},
    [DT_TOK_ADD] = {DT_OP_ADD, 10},  [DT_TOK_SUB] = {DT_OP_SUB, 10},
    [DT_TOK_MUL] = {DT_OP_MUL, 11},  [DT_TOK_DIV] = {DT_OP_DIV, 11},
    [DT_TOK_MOD] = {DT_OP_MOD, 11},
};

/*
 * logical_or = logical_xor { "||" logical_xor } ;  logical_xor = logical_and { "^^" logical_and } ;
 * logical_and = or { "&&" or } ;  or = xor { "|" xor } ;  xor = and { "^" and } ;
 * and = equality { "&" equality } ;  equality = relational { ( "==" | "!=" ) relational } ;
 * relational = shift { ( "<" | "<=" | ">" | ">=" ) shift } ;
 * shift = additive { ( "<<" | ">>" ) additive } ;
 * additive = multiplicative { ( "+" | "-" ) multiplicative } ;
 * multiplicative = cast { ( "*" | "/" | "%" ) cast } ;
 */
static struct dt_node *binary_expression(struct dt_parser *p, unsigned min_precedence)
{
	struct dt_node *lhs = cast_expression(p);

	while (!p->panic && binary_ops[p->tok.kind].precedence >= min_precedence) {
		struct dt_token op = p->tok;

		dt_parse_advance(p);
		struct dt_node *rhs = binary_expression(p, binary_ops[op.kind].precedence + 1);
		lhs = binary_node(p, DT_NODE_BINARY, binary_ops[op.kind].op, op.loc, lhs, rhs);
	}
	return lhs;
}

/* conditional = logical_or [ "?" expression ":" conditional ] ; */
struct dt_node *dt_parse_conditional(struct dt_parser *p)
{
	struct dt_node *condition = binary_expression(p, 1);

	if (!dt_parse_is(p, DT_TOK_QUESTION))
		return condition;
	if (!dt_parse_enter(p))
		return poison_node(p);

	struct dt_node *n = dt_parse_node(p, DT_NODE_COND, p->tok.loc);
	dt_parse_advance(p);
	n->lhs = condition;
	n->rhs = dt_parse_expression(p);
	dt_parse_expect(p, DT_TOK_COLON, "of the conditional expression");
	n->third = dt_parse_conditional(p);
	dt_parse_leave(p);
	return dt_parse_finish_node(p, n);
}

/* Finds the operation of an assignment token. Returns false for other tokens. */
static bool assign_op(enum dt_tok tok, enum dt_op *ret)
{
	static const enum dt_op ops[] = {DT_OP_ADD, DT_OP_SUB, DT_OP_MUL, DT_OP_DIV, DT_OP_MOD,
					 DT_OP_AND, DT_OP_OR,  DT_OP_XOR, DT_OP_SHL, DT_OP_SHR};

	if (tok < DT_TOK_ASSIGN || tok > DT_TOK_SHR_ASSIGN)
		return false;
	*ret = tok == DT_TOK_ASSIGN ? DT_OP_NONE : ops[tok - DT_TOK_ADD_ASSIGN];
	return true;
}

/* assignment = conditional [ assignment_operator assignment ] ; sema checks for an lvalue */
struct dt_node *dt_parse_assignment(struct dt_parser *p)
{
	if (!dt_parse_enter(p))
		return poison_node(p);

	struct dt_node *n = dt_parse_conditional(p);
	struct dt_loc loc = p->tok.loc;
	enum dt_op op;

	if (!p->panic && assign_op(p->tok.kind, &op)) {
		dt_parse_advance(p);
		n = binary_node(p, DT_NODE_ASSIGN, op, loc, n, dt_parse_assignment(p));
	}
	dt_parse_leave(p);
	return n;
}

/* expression = assignment { "," assignment } ; */
struct dt_node *dt_parse_expression(struct dt_parser *p)
{
	struct dt_node *n = dt_parse_assignment(p);

	while (dt_parse_is(p, DT_TOK_COMMA)) {
		struct dt_loc loc = p->tok.loc;

		dt_parse_advance(p);
		n = binary_node(p, DT_NODE_COMMA, DT_OP_NONE, loc, n, dt_parse_assignment(p));
	}
	return n;
}

struct dt_node *dt_parse_text(struct dt_compile *c, const struct dt_source *src)
{
	struct dt_parser p = {.c = c};

	dt_lex_init(&p.lx, c, src);
	p.lx.mode = DT_LEX_EXPR;
	dt_parse_advance(&p);
	return dt_parse_expression(&p);
}
