/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -h: writes a C header with a macro for each probe of the declared providers.
 *
 * PROVIDER_PROBE(arg0, ...) is a nop and a note with the locations of the arguments at that
 * address. It calls no function and requires no other header. On x86-64 a second nop, of five
 * bytes, follows: a jump to code in the process fits there (instrument/text/text.h). Every kernel
 * emulates the first one. PROVIDER_PROBE_ENABLED() reads the probe's semaphore, a counter that is
 * raised while the probe is traced; the object of -G (session/usdt/object.c) defines it.
 * symbols/elf/usdt_notes.c documents the note's layout.
 *
 * The first arguments stay in their register or constant, so that an untraced probe costs next to
 * nothing. Arguments beyond MAX_REGISTERS are put on the stack, because a function may run out of
 * registers. Operands never name a variable, because a stripped program lacks its address. Builds
 * edit these headers with sed, line by line: a macro's name is the only word in its line that
 * begins with the provider's name in capitals.
 *
 * Decision: docs/dev/decisions/0040-usdt-arguments-compiled.md
 */
#include "session/usdt/usdt.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { MAX_REGISTERS = 8 };

static const char common[] =
    "#ifndef _dtrace_note\n"
    "#ifdef __LP64__\n"
    "#define _dtrace_word \".8byte \"\n"
    "#define _dtrace_pointer \"8\"\n"
    "#else\n"
    "#define _dtrace_word \".4byte \"\n"
    "#define _dtrace_pointer \"4\"\n"
    "#endif\n"
    "/* Where an argument is: in a register or constant, if there are enough of them. */\n"
    "#ifdef __LP64__\n"
    "#define _dtrace_keep\n"
    "#define _dtrace_where \"nr\"\n"
    "#else\n"
    "#define _dtrace_keep volatile\n"
    "#define _dtrace_where \"m\"\n"
    "#endif\n"
    "/* A probe, with room for a jump. */\n"
    "#ifdef __x86_64__\n"
    "#define _dtrace_nop \"nop; .byte 0x0f, 0x1f, 0x44, 0, 0\"\n"
    "#else\n"
    "#define _dtrace_nop \"nop\"\n"
    "#endif\n"
    "#define _dtrace_note(provider, name, semaphore, args) \\\n"
    "	\"990:	\" _dtrace_nop \"\\n\" \\\n"
    "	\"	.pushsection .note.stapsdt,\\\"?\\\",\\\"note\\\"\\n\" \\\n"
    "	\"	.balign 4\\n\" \\\n"
    "	\"	.4byte 992f-991f, 994f-993f, 3\\n\" \\\n"
    "	\"991:	.asciz \\\"stapsdt\\\"\\n\" \\\n"
    "	\"992:	.balign 4\\n\" \\\n"
    "	\"993:	\" _dtrace_word \"990b\\n\" \\\n"
    "	\"	\" _dtrace_word \"_.stapsdt.base\\n\" \\\n"
    "	\"	\" _dtrace_word semaphore \"\\n\" \\\n"
    "	\"	.asciz \\\"\" provider \"\\\"\\n\" \\\n"
    "	\"	.asciz \\\"\" name \"\\\"\\n\" \\\n"
    "	\"	.asciz \\\"\" args \"\\\"\\n\" \\\n"
    "	\"994:	.balign 4\\n\" \\\n"
    "	\"	.popsection\\n\" \\\n"
    "	\"	.ifndef _.stapsdt.base\\n\" \\\n"
    "	\"	.pushsection .stapsdt.base,\\\"aG\\\",\\\"progbits\\\",.stapsdt.base,comdat\\n\" "
    "\\\n"
    "	\"	.weak _.stapsdt.base\\n\" \\\n"
    "	\"	.hidden _.stapsdt.base\\n\" \\\n"
    "	\"_.stapsdt.base: .space 1\\n\" \\\n"
    "	\"	.size _.stapsdt.base, 1\\n\" \\\n"
    "	\"	.popsection\\n\" \\\n"
    "	\"	.endif\\n\"\n"
    "#endif\n\n";

/** Appends a name in the form of a macro: "my__prov", "go__there" → "MY_PROV_GO_THERE" */
static void append_macro(struct dt_str *out, const char *name)
{
	for (; *name; name++) {
		dt_str_append_c(out, (char)toupper((unsigned char)*name));
		name += name[0] == '_' && name[1] == '_';
	}
}

/** Returns the C type in which the header passes a value. Writes its size as in the note's string.
 */
static const char *c_type(const struct dt_type *t, const char **size)
{
	static const char *const sizes[2][9] = {
	    {[1] = "1", [2] = "2", [4] = "4", [8] = "8"},
	    {[1] = "-1", [2] = "-2", [4] = "-4", [8] = "-8"},
	};
	static const char *const types[2][9] = {
	    {[1] = "unsigned char",
	     [2] = "unsigned short",
	     [4] = "unsigned int",
	     [8] = "unsigned long long"},
	    {[1] = "signed char", [2] = "short", [4] = "int", [8] = "long long"},
	};

	if (!dt_type_is_integer(t)) {
		*size = "\" _dtrace_pointer \"";
		return "const volatile void *";
	}
	bool is_signed = dt_type_is_signed(t);
	uint64_t bytes = dt_type_resolve(t)->size;
	*size = sizes[is_signed][bytes];
	return types[is_signed][bytes];
}

static void write_parameters(struct dt_str *out, const struct dt_provider_probe *p)
{
	for (size_t i = 0; i < p->n_args; i++)
		dt_str_printf(out, "%sarg%zu", i ? ", " : "", i);
}

static void write_site(struct dt_str *out, const char *provider, const struct dt_provider_probe *p)
{
	const char *size, *type;

	dt_str_printf(out, "	__extension__ ({ \\\n");
	for (size_t i = 0; i < p->n_args; i++) {
		type = c_type(p->args[i], &size);
		dt_str_printf(out, "		%s %s ", type,
			      i < MAX_REGISTERS ? "_dtrace_keep" : "volatile");
		dt_str_printf(out, "%s_%s_%zu = (arg%zu); \\\n", provider, p->name, i, i);
	}
	dt_str_printf(out,
		      "		__asm__ __volatile__( \\\n"
		      "		    _dtrace_note(\"%s\", \"%s\", \"%s_%s_semaphore\", \"",
		      provider, p->name, provider, p->name);
	for (size_t i = 0; i < p->n_args; i++) {
		c_type(p->args[i], &size);
		dt_str_printf(out, "%s%s@%%[_%zu]", i ? " " : "", size, i);
	}
	dt_str_printf(out, "\") \\\n		    : \\\n		    : ");
	for (size_t i = 0; i < p->n_args; i++)
		dt_str_printf(out, "%s[_%zu] %s(%s_%s_%zu)", i ? ", " : "", i,
			      i < MAX_REGISTERS ? "_dtrace_where" : "\"m\"", provider, p->name, i);
	dt_str_printf(out, " \\\n		    : \"memory\"); \\\n		(void)0; \\\n	"
			   "})\n");
}

static void write_probe(struct dt_str *out, const char *provider, const struct dt_provider_probe *p)
{
	struct dt_str macro = {0};

	append_macro(&macro, provider);
	dt_str_append_c(&macro, '_');
	append_macro(&macro, p->name);
	dt_str_printf(out,
		      "extern __attribute__((__visibility__(\"hidden\"))) unsigned short "
		      "%s_%s_semaphore;\n",
		      provider, p->name);
	dt_str_printf(out, "#define %s_ENABLED() \\\n", dt_str_text(&macro));
	dt_str_printf(out,
		      "	__builtin_expect(*(volatile unsigned short *)&%s_%s_semaphore != 0, 0)\n",
		      provider, p->name);
	dt_str_printf(out, "#define %s(", dt_str_text(&macro));
	write_parameters(out, p);
	dt_str_printf(out, ") \\\n");
	write_site(out, provider, p);
	dt_str_printf(out, "\n");
	dt_str_deinit(&macro);
}

static void write_provider(struct dt_str *out, const struct dt_provider_decl *d)
{
	dt_str_printf(out, "#ifndef _dtrace_provider_%s\n#define _dtrace_provider_%s\n\n", d->name,
		      d->name);
	dt_str_printf(out, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
	for (size_t i = 0; i < d->n_probes; i++)
		write_probe(out, d->name, &d->probes[i]);
	dt_str_printf(out, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}

struct dt_error *dtrace_write_header(struct dtrace *d, int fd)
{
	DT_TRY(dt_session_enter(d, d));
	DT_TRY(dt_session_check_providers(d, false));
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	dt_str_printf(&text, "/* Generated by dtrace -h: changes will be lost. */\n\n%s", common);
	for (const struct dt_provider_decl *p = d->compile->program.providers; p; p = p->next)
		if (dt_session_is_built_in(p))
			write_provider(&text, p);
	return dt_str_write(&text, fd) ? NULL : dt_error_os(errno, "write the header");
}
