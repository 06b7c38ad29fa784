/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Specifiers and declarators of declarations, casts and parameters. tag.c parses structs and enums.
 *
 * A wrong type is reported and becomes poison or int. Thus later passes see no incomplete types.
 */
#include "lang/parse/internal.h"

#include "base/suggest.h"
#include "lang/elsewhere.h"

#include <string.h>

enum {
	MAX_LAYERS = 32, // pointers, arrays and lists around one name
	MAX_PARAMS = 128,
};

// ---- specifiers

enum spec_bit {
	SP_SIGNED = 1,
	SP_UNSIGNED = 2,
	SP_SHORT = 4,
	SP_LONG = 8,
	SP_LLONG = 16,
	SP_CHAR = 32,
	SP_INT = 64,
	SP_VOID = 128,
	SP_FLOAT = 256,
	SP_DOUBLE = 512,
	SP_STRING = 1024,
	SP_OTHER = 2048, // a struct, enum or typedef
};
enum {
	SP_SIGNS = SP_SIGNED | SP_UNSIGNED,
	SP_LENGTHS = SP_SHORT | SP_LONG | SP_LLONG,
	SP_NO_INTEGER = SP_FLOAT | SP_DOUBLE | SP_STRING | SP_OTHER,
};

struct specifiers {
	unsigned bits; // enum spec_bit
	unsigned quals;
	bool is_wrong; // reported
	struct dt_loc loc;
};

static const struct {
	unsigned bit;
	unsigned qual;
	enum dt_storage_class storage;
} spec_table[DT_N_TOKS] = {
    [DT_KEY_SIGNED] = {.bit = SP_SIGNED},
    [DT_KEY_UNSIGNED] = {.bit = SP_UNSIGNED},
    [DT_KEY_SHORT] = {.bit = SP_SHORT},
    [DT_KEY_LONG] = {.bit = SP_LONG},
    [DT_KEY_CHAR] = {.bit = SP_CHAR},
    [DT_KEY_INT] = {.bit = SP_INT},
    [DT_KEY_VOID] = {.bit = SP_VOID},
    [DT_KEY_FLOAT] = {.bit = SP_FLOAT},
    [DT_KEY_DOUBLE] = {.bit = SP_DOUBLE},
    [DT_KEY_STRING] = {.bit = SP_STRING},
    [DT_KEY_CONST] = {.qual = DT_QUAL_CONST},
    [DT_KEY_VOLATILE] = {.qual = DT_QUAL_VOLATILE},
    [DT_KEY_RESTRICT] = {.qual = DT_QUAL_RESTRICT},
    [DT_KEY_USERLAND] = {.qual = DT_QUAL_USERLAND},
    [DT_KEY_AUTO] = {.storage = DT_SC_AUTO},
    [DT_KEY_REGISTER] = {.storage = DT_SC_REGISTER},
    [DT_KEY_STATIC] = {.storage = DT_SC_STATIC},
    [DT_KEY_EXTERN] = {.storage = DT_SC_EXTERN},
    [DT_KEY_TYPEDEF] = {.storage = DT_SC_TYPEDEF},
    [DT_KEY_SELF] = {.storage = DT_SC_SELF},
    [DT_KEY_THIS] = {.storage = DT_SC_THIS},
    [DT_KEY_INLINE] = {.storage = DT_SC_INLINE},
};

/* Types by their sets of keywords. */
static const struct {
	unsigned bits;
	enum dt_basic type;
} combinations[] = {
    {SP_VOID, DT_VOID},
    {SP_STRING, DT_STRING},
    {SP_FLOAT, DT_FLOAT},
    {SP_DOUBLE, DT_DOUBLE},
    {SP_LONG | SP_DOUBLE, DT_LDOUBLE},
    {SP_CHAR, DT_CHAR},
    {SP_SIGNED | SP_CHAR, DT_SCHAR},
    {SP_UNSIGNED | SP_CHAR, DT_UCHAR},
    {SP_SHORT, DT_SHORT},
    {SP_SIGNED | SP_SHORT, DT_SHORT},
    {SP_UNSIGNED | SP_SHORT, DT_USHORT},
    {0, DT_INT},
    {SP_SIGNED, DT_INT},
    {SP_UNSIGNED, DT_UINT},
    {SP_LONG, DT_LONG},
    {SP_SIGNED | SP_LONG, DT_LONG},
    {SP_UNSIGNED | SP_LONG, DT_ULONG},
    {SP_LLONG, DT_LLONG},
    {SP_SIGNED | SP_LLONG, DT_LLONG},
    {SP_UNSIGNED | SP_LLONG, DT_ULLONG},
};

static bool has_two(unsigned bits)
{
	return bits & (bits - 1);
}

static void add_bit(struct dt_parser *p, struct specifiers *s, unsigned bit)
{
	if (bit == SP_LONG && s->bits & SP_LONG) {
		s->bits = (s->bits & ~(unsigned)SP_LONG) | SP_LLONG;
		return;
	}
	if (s->bits & bit || (bit == SP_LONG && s->bits & SP_LLONG)) {
		dt_parse_error(p, p->tok.loc, D_DECL_COMBO, "invalid type combination");
		s->is_wrong = true;
	}
	s->bits |= bit;
}

/* Reports an invalid combination with DTrace's tag for it. */
static void refuse_combination(struct dt_parser *p, const struct specifiers *s)
{
	unsigned b = s->bits;

	if (b & SP_LENGTHS && b & SP_CHAR)
		dt_parse_error(p, s->loc, D_DECL_CHARATTR, "invalid attributes for type char");
	else if (b & (SP_SIGNS | SP_LENGTHS) && b & SP_VOID)
		dt_parse_error(p, s->loc, D_DECL_VOIDATTR, "invalid attributes for type void");
	else if (has_two(b & SP_SIGNS) || (b & SP_SIGNS && b & SP_NO_INTEGER))
		dt_parse_error(
		    p, s->loc, D_DECL_SIGNINT,
		    "signed and unsigned may be used only with an integer type, one of them");
	else if (has_two(b & SP_LENGTHS) || (b & SP_LENGTHS && b & SP_NO_INTEGER))
		dt_parse_error(p, s->loc, D_DECL_LONGINT,
			       "short and long may be used only with an integer type, one of them");
	else
		dt_parse_error(p, s->loc, D_DECL_COMBO, "invalid type combination");
}

static const struct dt_type *combine_specifiers(struct dt_parser *p, const struct specifiers *s)
{
	unsigned bits = s->bits;

	if (bits & SP_INT && !(bits & ~(unsigned)(SP_INT | SP_SIGNS | SP_LENGTHS)))
		bits &= ~(unsigned)SP_INT;
	for (size_t i = 0; i < dt_array_len(combinations); i++)
		if (combinations[i].bits == bits)
			return dt_type_basic(p->c->types, combinations[i].type);
	if (!s->is_wrong)
		refuse_combination(p, s);
	return dt_type_basic(p->c->types, DT_POISON);
}

bool dt_parse_hides_type(const struct dt_parser *p, const char *name)
{
	return dt_ident_global(p->c, name) || dt_builtin_find(p->c, name);
}

bool dt_parse_is_type(const struct dt_parser *p, const struct dt_token *t)
{
	if (dt_tok_keyword_flags(t->kind) & DT_KF_TYPE)
		return true;
	return t->kind == DT_TOK_IDENT && dt_type_lookup(p->c->types, DT_TYPE_TYPEDEF, t->text);
}

/** Adds a hint for a name that is no type: what D has instead, or the most similar type. */
static void hint_type(struct dt_parser *p, const char *name)
{
	static const char *const names[] = {
	    "int8_t",	"uint8_t",   "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t",
	    "uint64_t", "uintptr_t", "size_t",	"ssize_t",  "pid_t",   "uid_t",	   "gid_t",
	    "string",	"off_t",     "dev_t",	"ino_t",    "mode_t",  "time_t",
	};
	const char *here = dt_elsewhere_word(name);
	struct dt_suggestion near = dt_suggest_strictly(name);

	for (size_t i = 0; i < dt_array_len(names); i++)
		if (dt_type_lookup(p->c->types, DT_TYPE_TYPEDEF, names[i]))
			dt_suggest_name(&near, names[i]);
	if (here)
		dt_parse_hint(p, "in D: %s", here);
	else if (near.best)
		dt_parse_hint(p, "did you mean %s?", near.best);
}

static const struct dt_type *named_type(struct dt_parser *p)
{
	static const struct {
		enum dt_type_kind kind;
		const char *word;
	} tags[] = {{DT_TYPE_STRUCT, "struct"}, {DT_TYPE_UNION, "union"}, {DT_TYPE_ENUM, "enum"}};
	const struct dt_type *t = dt_type_lookup(p->c->types, DT_TYPE_TYPEDEF, p->tok.text);

	if (t)
		return t;
	dt_parse_error(p, p->tok.loc, D_TYPE_ERR, "failed to resolve type %s: Unknown type name",
		       p->tok.text);
	for (size_t i = 0; i < dt_array_len(tags); i++)
		if (dt_type_lookup(p->c->types, tags[i].kind, p->tok.text)) {
			dt_parse_hint(p, "did you mean %s %s?", tags[i].word, p->tok.text);
			return dt_type_basic(p->c->types, DT_POISON);
		}
	hint_type(p, p->tok.text);
	return dt_type_basic(p->c->types, DT_POISON);
}

static void set_storage(struct dt_parser *p, struct dt_declspec *spec,
			enum dt_storage_class storage)
{
	bool both = spec->storage != DT_SC_NONE;

	if (storage == DT_SC_AUTO || storage == DT_SC_REGISTER || storage == DT_SC_STATIC)
		dt_parse_error(p, p->tok.loc, D_DECL_BADCLASS,
			       "specified storage class not appropriate in D: %s",
			       dt_tok_text(p->tok.kind));
	else if (both)
		dt_parse_error(p, p->tok.loc, D_DECL_CLASS,
			       "only one storage class allowed in a declaration");
	if (!both)
		spec->storage = storage;
}

/* Reports whether a name without a type is declared, as in `self x;`. Its type is int. */
static bool is_untyped_name(const struct dt_parser *p, enum dt_storage_class storage)
{
	struct dt_lexer lx = p->lx;

	lx.is_peeking = true;
	switch (storage == DT_SC_NONE ? DT_TOK_EOF : dt_lex_next(&lx).kind) {
	case DT_TOK_SEMI:
	case DT_TOK_COMMA:
	case DT_TOK_ASSIGN:
	case DT_TOK_LBRACKET:
		return true;
	default:
		return false;
	}
}

/* Reports whether the token is a type that follows attributes, as in `unsigned pid_t x`, not the
 * declared name. Such types take no attributes. */
static bool is_attributed_name(const struct dt_parser *p, unsigned bits)
{
	struct dt_lexer lx = p->lx;

	lx.is_peeking = true;
	return !(bits & ~(unsigned)(SP_SIGNS | SP_LENGTHS)) &&
	       dt_lex_next(&lx).kind == DT_TOK_IDENT && dt_parse_is_type(p, &p->tok);
}

/*
 * specifiers = { storage_class | qualifier | type_keyword | type_identifier | struct | enum } ;
 * An identifier is a type only if no other type precedes it. After a storage class the type is
 * optional.
 */
void dt_parse_declspec(struct dt_parser *p, struct dt_declspec *ret)
{
	struct specifiers s = {.loc = p->tok.loc};
	const struct dt_type *other = NULL;
	bool found = false;

	*ret = (struct dt_declspec){.loc = p->tok.loc};
	for (; !p->panic; found = true) {
		enum dt_tok k = p->tok.kind;

		if (k == DT_KEY_STRUCT || k == DT_KEY_UNION || k == DT_KEY_ENUM) {
			add_bit(p, &s, SP_OTHER);
			other = k == DT_KEY_ENUM ? dt_parse_enum(p, ret) : dt_parse_struct(p, ret);
			continue;
		}
		if (k == DT_TOK_IDENT && (!s.bits || is_attributed_name(p, s.bits))) {
			if (!s.bits && is_untyped_name(p, ret->storage))
				break;
			s.bits |= SP_OTHER;
			other = named_type(p);
		} else if (spec_table[k].storage) {
			set_storage(p, ret, spec_table[k].storage);
		} else if (spec_table[k].qual) {
			s.quals |= spec_table[k].qual;
		} else if (spec_table[k].bit) {
			add_bit(p, &s, spec_table[k].bit);
		} else {
			break;
		}
		dt_parse_advance(p);
	}
	if (!found)
		dt_parse_fail(p, "expected a type");
	ret->loc.length = p->tok.loc.offset > ret->loc.offset && p->tok.loc.line == ret->loc.line
			      ? p->tok.loc.offset - ret->loc.offset
			      : ret->loc.length;
	ret->type = other && s.bits == SP_OTHER ? other : combine_specifiers(p, &s);
	if (s.quals && ret->type->kind != DT_TYPE_POISON)
		ret->type = dt_type_qualified(p->c->types, ret->type, s.quals);
}

// ---- declarators

enum layer_kind { LAYER_POINTER, LAYER_ARRAY, LAYER_ASSOC, LAYER_FUNCTION };

/* A layer of a declarator; layers are listed from the name outwards. */
struct layer {
	enum layer_kind kind;
	unsigned quals;		 // POINTER
	uint64_t nelems;	 // ARRAY
	struct dt_params params; // ASSOC, FUNCTION
	struct dt_loc loc;
};
struct layers {
	struct layer list[MAX_LAYERS];
	size_t n;
};

static struct layer *add_layer(struct dt_parser *p, struct layers *l, enum layer_kind kind)
{
	static const size_t last = MAX_LAYERS - 1;

	if (l->n >= last)
		dt_parse_fail(p, "declaration nested more than %d deep", MAX_LAYERS);
	struct layer *layer = &l->list[l->n < last ? l->n++ : last];
	*layer = (struct layer){.kind = kind, .loc = p->tok.loc};
	return layer;
}

/* Reports whether keys, not a size, begin here. The parser of keys rejects a storage class. */
static bool begins_keys(const struct dt_parser *p, const struct dt_token *t)
{
	if (t->kind == DT_TOK_IDENT && dt_parse_hides_type(p, t->text))
		return false;
	return dt_parse_is_type(p, t) ||
	       (spec_table[t->kind].storage && t->kind != DT_KEY_SELF && t->kind != DT_KEY_THIS);
}

/* brackets = "[" [ constant | key { "," key } ] "]" ; */
static void brackets(struct dt_parser *p, struct layers *l)
{
	struct layer *layer = add_layer(p, l, LAYER_ARRAY);
	struct dt_token t;

	dt_parse_advance(p);
	t = p->tok;
	if (dt_parse_accept(p, DT_TOK_RBRACKET))
		return;
	if (!begins_keys(p, &t)) {
		const struct dt_node *size = dt_parse_conditional(p);
		int64_t n = 1;

		if (!p->panic && (!dt_parse_constant(p, size, &n) || n < 0)) {
			n = 1;
			dt_parse_error(p, t.loc, D_DECL_ARRSUB,
				       "positive integral constant expression or tuple signature "
				       "expected as array "
				       "declaration subscript");
		}
		layer->nelems = (uint64_t)n;
	} else {
		layer->kind = LAYER_ASSOC;
		dt_parse_params(p, DT_TOK_RBRACKET, &layer->params);
		dt_parse_distinct(p, &layer->params);
	}
	dt_parse_expect(p, DT_TOK_RBRACKET, "after the array's size or keys");
}

/* Reports whether this "(" begins a nested declarator, not a list of parameters. */
static bool is_nested_declarator(const struct dt_parser *p)
{
	struct dt_lexer lx = p->lx;

	lx.is_peeking = true;
	struct dt_token t = dt_lex_next(&lx);
	if (t.kind == DT_TOK_IDENT)
		return !dt_parse_is_type(p, &t);
	return t.kind == DT_TOK_MUL || t.kind == DT_TOK_LPAREN || t.kind == DT_TOK_LBRACKET;
}

/*
 * declarator = { "*" { qualifier } } ( [ identifier ] | "(" declarator ")" )
 *              { brackets | "(" parameters ")" } ;
 */
static void declarator(struct dt_parser *p, struct layers *l, struct dt_declarator *d)
{
	unsigned stars[MAX_LAYERS] = {0};
	size_t n_stars = 0;

	if (!dt_parse_enter(p))
		return;
	while (dt_parse_accept(p, DT_TOK_MUL)) {
		if (n_stars == MAX_LAYERS) {
			dt_parse_fail(p, "declaration nested more than %d deep", MAX_LAYERS);
			break;
		}
		for (; !p->panic && spec_table[p->tok.kind].qual; dt_parse_advance(p))
			stars[n_stars] |= spec_table[p->tok.kind].qual;
		n_stars++;
	}
	if (dt_parse_is(p, DT_TOK_LPAREN) && is_nested_declarator(p)) {
		dt_parse_advance(p);
		declarator(p, l, d);
		dt_parse_expect(p, DT_TOK_RPAREN, "after the declarator");
	} else if (dt_parse_is(p, DT_TOK_IDENT) ||
		   (p->in_members && dt_parse_is_name(p) && !spec_table[p->tok.kind].bit)) {
		d->name = p->tok.text;
		d->loc = p->tok.loc;
		dt_parse_advance(p);
	}
	while (!p->panic) {
		if (dt_parse_is(p, DT_TOK_LBRACKET)) {
			brackets(p, l);
		} else if (dt_parse_is(p, DT_TOK_LPAREN)) {
			struct layer *f = add_layer(p, l, LAYER_FUNCTION);

			dt_parse_advance(p);
			dt_parse_params(p, DT_TOK_RPAREN, &f->params);
			dt_parse_distinct(p, &f->params);
			dt_parse_expect(p, DT_TOK_RPAREN, "after the parameters");
		} else {
			break;
		}
	}
	while (n_stars)
		add_layer(p, l, LAYER_POINTER)->quals = stars[--n_stars];
	dt_parse_leave(p);
}

static const struct dt_type *function_type(struct dt_parser *p, const struct dt_type *ret,
					   const struct dt_params *params)
{
	const struct dt_type **types =
	    dt_arena_array(p->c->arena, const struct dt_type *, params->n + 1);

	for (size_t i = 0; i < params->n; i++)
		types[i] = params->list[i].type;
	return dt_type_function(p->c->types, ret, types, params->n, params->varargs);
}

static const struct dt_type *array_type(struct dt_parser *p, const struct dt_type *of,
					const struct layer *layer)
{
	enum { MAX_SIZE = 1 << 30 };

	if (of->kind != DT_TYPE_POISON && !of->align) {
		dt_parse_error(p, layer->loc, D_DECL_INCOMPLETE, "array of an incomplete type: %s",
			       dt_type_name(p->c->arena, of));
		of = dt_type_basic(p->c->types, DT_INT);
	}
	if (of->size && layer->nelems > MAX_SIZE / of->size) {
		dt_parse_error(p, layer->loc, D_DECL_ARRBIG, "array dimension too large");
		return dt_type_array(p->c->types, of, 1);
	}
	return dt_type_array(p->c->types, of, layer->nelems);
}

static const struct dt_type *wrap_layer(struct dt_parser *p, const struct dt_type *t,
					const struct layer *l)
{
	struct dt_universe *u = p->c->types;

	if (t->kind == DT_TYPE_POISON)
		return t;
	switch (l->kind) {
	case LAYER_POINTER:
		t = dt_type_pointer(u, t);
		return l->quals ? dt_type_qualified(u, t, l->quals) : t;
	case LAYER_ARRAY:
		return array_type(p, t, l);
	case LAYER_FUNCTION:
		return function_type(p, t, &l->params);
	case LAYER_ASSOC:
		dt_parse_error(p, l->loc, D_DECL_DYNOBJ,
			       "an associative array cannot be part of another type");
		break;
	}
	return dt_type_basic(u, DT_POISON);
}

void dt_parse_declarator(struct dt_parser *p, const struct dt_type *base, struct dt_declarator *ret)
{
	struct layers layers = {.n = 0};

	*ret = (struct dt_declarator){.loc = p->tok.loc, .type = base};
	declarator(p, &layers, ret);
	for (size_t i = layers.n; i-- > 0;) {
		const struct layer *l = &layers.list[i];

		if (!i && l->kind == LAYER_ASSOC) {
			ret->is_assoc = true;
			ret->params = l->params;
			return;
		}
		if (!i && l->kind == LAYER_FUNCTION) {
			ret->is_function = true;
			ret->params = l->params;
		}
		ret->type = wrap_layer(p, ret->type, l);
	}
}

const struct dt_type *dt_parse_type_name(struct dt_parser *p)
{
	struct dt_declspec spec;
	struct dt_declarator d;

	dt_parse_declspec(p, &spec);
	if (spec.storage != DT_SC_NONE)
		dt_parse_error(p, spec.loc, D_DECL_BADCLASS,
			       "storage class not allowed in a type name");
	dt_parse_declarator(p, spec.type, &d);
	if (d.name)
		dt_parse_error(p, d.loc, D_DECL_IDENT,
			       "identifier \"%s\" is not expected in a type name", d.name);
	if (d.is_assoc)
		dt_parse_error(p, d.loc, D_DECL_DYNOBJ,
			       "a type name cannot be an associative array");
	return d.is_assoc || p->panic ? dt_type_basic(p->c->types, DT_POISON) : d.type;
}

// ---- parameters

void dt_parse_distinct(struct dt_parser *p, const struct dt_params *params)
{
	for (size_t i = 0; i < params->n; i++) {
		const struct dt_param *param = &params->list[i];

		for (size_t j = 0; param->name && j < i; j++)
			if (params->list[j].name == param->name)
				dt_parse_error(p, param->loc, D_DECL_PROTO_NAME,
					       "parameter name is used twice: %s", param->name);
	}
}

/* Returns false if the parameter is not counted: a single void is an empty list. */
static bool check_void(struct dt_parser *p, size_t n, const struct dt_declarator *d,
		       enum dt_tok close)
{
	if (dt_type_resolve(d->type)->kind != DT_TYPE_VOID)
		return true;
	if (n || !dt_parse_is(p, close) || close == DT_TOK_RBRACKET)
		dt_parse_error(p, d->loc, D_DECL_PROTO_VOID, "void must be the sole parameter");
	else if (d->name)
		dt_parse_error(p, d->loc, D_DECL_PROTO_NAME,
			       "a parameter of type void has no name: %s", d->name);
	return false;
}

/*
 * parameters = [ parameter { "," parameter } [ "," "..." ] ] ;
 * parameter = specifiers [ declarator ] ;
 */
void dt_parse_params(struct dt_parser *p, enum dt_tok close, struct dt_params *ret)
{
	dt_vec(struct dt_param) list = {0};

	*ret = (struct dt_params){0};
	if (dt_parse_is(p, close) || !dt_parse_enter(p))
		return;
	do {
		struct dt_declspec spec;
		struct dt_declarator d;

		if (dt_parse_is(p, DT_TOK_ELLIPSIS)) {
			if (close == DT_TOK_RBRACKET)
				dt_parse_error(p, p->tok.loc, D_DECL_PROTO_VARARGS,
					       "an array's keys cannot end in \"...\"");
			dt_parse_advance(p);
			ret->varargs = true;
			break;
		}
		dt_parse_declspec(p, &spec);
		if (spec.storage != DT_SC_NONE)
			dt_parse_error(p, spec.loc, D_DECL_PARMCLASS,
				       "storage class not allowed for a parameter");
		dt_parse_declarator(p, spec.type, &d);
		if (d.is_assoc)
			dt_parse_error(p, d.loc, D_DECL_PROTO_TYPE,
				       "a parameter cannot be an associative array");
		if (list.len == MAX_PARAMS)
			dt_parse_fail(p, "more than %d parameters", MAX_PARAMS);
		else if (check_void(p, list.len, &d, close))
			dt_vec_push(&list, (struct dt_param){d.name, d.type, d.loc});
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	dt_parse_leave(p);

	ret->n = list.len;
	ret->list = dt_arena_array(p->c->arena, struct dt_param, list.len + 1);
	if (list.len)
		memcpy(ret->list, list.data, list.len * sizeof(*list.data));
	dt_vec_deinit(&list);
}
