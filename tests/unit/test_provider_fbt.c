/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the fbt provider without a kernel: both forms of the kernel's list, variants of
 * functions, names of instructions, and refused functions.
 */
#include "provider/fbt/internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

extern const struct dt_provider dt_provider_fbt;

struct fixture {
	struct dt_arena *arena;
	struct dt_intern *names;
	struct dt_universe *types;
	struct dt_registry registry;
	struct dt_fbt *fbt; // owned by the registry
	dt_vec(struct dt_probe *) found;
};

static int setup(void **state)
{
	struct fixture *x = dt_zalloc(sizeof(*x));

	x->arena = dt_arena_create();
	x->names = dt_intern_create(x->arena);
	x->types = dt_universe_create(x->arena, x->names, 256);
	dt_registry_init(&x->registry, x->arena, x->names, x->types);
	x->fbt = dt_fbt_of(&x->registry);
	x->fbt->mechanism = DT_FBT_MULTI;
	x->fbt->is_listed = true;
	x->fbt->why_not = NULL;
	*state = x;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *x = *state;

	dt_vec_deinit(&x->found);
	dt_registry_deinit(&x->registry);
	dt_universe_destroy(x->types);
	dt_arena_destroy(x->arena);
	free(x);
	return 0;
}

static void read_module(struct fixture *x, const char *module, const char *text)
{
	FILE *f = fmemopen((void *)text, strlen(text), "r");

	dt_fbt_list_in(x->fbt, f, module);
	fclose(f);
}

static void read_list(struct fixture *x, const char *text)
{
	read_module(x, NULL, text);
	x->fbt->n_listed = x->fbt->functions.len;
}

static const struct dt_fbt_function *function_at(const struct fixture *x, size_t i)
{
	assert_true(i < x->fbt->functions.len);
	assert_int_equal(x->fbt->functions.data[i]->number, i);
	return x->fbt->functions.data[i];
}

static void names_and_modules_are_read(void **state)
{
	struct fixture *x = *state;

	read_list(x, "vfs_read\n"
		     "__ftrace_invalid_address___128\n"
		     "deadbeef\n"
		     "twice\n"
		     "\n"
		     "twice\n"
		     "twice [ext4]\n"
		     "last.isra.0 [ext4]");
	assert_int_equal(x->fbt->functions.len, 5);
	assert_string_equal(function_at(x, 0)->name, "vfs_read");
	assert_string_equal(function_at(x, 0)->module, "vmlinux");
	assert_string_equal(function_at(x, 1)->name, "deadbeef");
	assert_string_equal(function_at(x, 2)->name, "twice");
	assert_string_equal(function_at(x, 3)->module, "ext4");
	assert_string_equal(function_at(x, 4)->name, "last.isra.0");
	assert_null(function_at(x, 4)->entries);
}

static void addresses_distinguish_functions_of_one_name(void **state)
{
	struct fixture *x = *state;

	read_list(x, "ffffffff81200014 first\n"
		     "ffffffff81200044 twice\n"
		     "ffffffff812000f0 twice\n"
		     "ffffffffc0000010 inside [one]\n");
	assert_int_equal(x->fbt->functions.len, 3);
	assert_int_equal(function_at(x, 0)->entries->address, 0xffffffff81200014);
	assert_null(function_at(x, 0)->entries->next);
	assert_int_equal(function_at(x, 1)->entries->address, 0xffffffff812000f0);
	assert_int_equal(function_at(x, 1)->entries->next->address, 0xffffffff81200044);
	assert_string_equal(function_at(x, 2)->module, "one");
}

static void variants_have_a_dot_behind_the_name(void **state)
{
	assert_true(dt_fbt_is_variant("foo.isra.0", "foo"));
	assert_true(dt_fbt_is_variant("foo.constprop.0.isra.1", "foo"));
	assert_false(dt_fbt_is_variant("foo", "foo"));
	assert_false(dt_fbt_is_variant("foobar.part.0", "foo"));
	assert_false(dt_fbt_is_variant("fo", "foo"));
}

static void what_firings_depend_on_is_refused_by_its_whole_name(void **state)
{
	assert_non_null(dt_fbt_refused("rcu_note_context_switch"));
	assert_non_null(dt_fbt_refused("is_endbr"));
	assert_null(dt_fbt_refused("vfs_read"));
	assert_null(dt_fbt_refused("synchronize_rcu"));
	assert_null(dt_fbt_refused("my_rcu_reader"));
}

static void note_probe(void *self, struct dt_probe *p)
{
	struct fixture *x = self;

	dt_vec_push(&x->found, p);
}

/** Matches a description into x->found, and returns the number of probes. */
static size_t match_in(struct fixture *x, const char *provider, const char *module,
		       const char *function, const char *name)
{
	const struct dt_probe_query q = {provider, module, function, name};
	const struct dt_probe_sink sink = {x, note_probe};

	x->found.len = 0;
	assert_null(dt_provider_fbt.match(&x->registry, &q, &sink));
	return x->found.len;
}

static size_t count_matches(struct fixture *x, const char *provider, const char *function,
			    const char *name)
{
	return match_in(x, provider, NULL, function, name);
}

/** Returns the number of retained probes in x->found. */
static size_t count_retained(const struct fixture *x)
{
	size_t n = 0;

	dt_vec_foreach (&x->found, p)
		n += (*p)->is_retained;
	return n;
}

static void a_later_module_has_a_retained_probe(void **state)
{
	struct fixture *x = *state;

	read_list(x, "vfs_read\nwrite [old]\n");
	assert_int_equal(match_in(x, "fbt", "new", NULL, "entry"), 1);
	assert_int_equal(count_retained(x), 1);
	assert_int_equal(match_in(x, "fbt", "*", "vfs_read", ""), 4);
	assert_int_equal(count_retained(x), 2);
	assert_int_equal(match_in(x, "fbt", NULL, "*", "return"), 3);
	assert_int_equal(count_retained(x), 1);
	// These are whole.
	assert_int_equal(count_matches(x, "fbt", "vfs_read", "entry"), 1);
	assert_int_equal(count_matches(x, "fbt", "no_such", "entry"), 0);
	assert_int_equal(count_matches(x, "f*", "*", "entry"), 2);
	assert_int_equal(match_in(x, "fbt", "vmlinux", "*", "entry"), 1);
	assert_int_equal(match_in(x, "fbt", "old", "*", "entry"), 1);
	assert_int_equal(count_retained(x), 0);
	// Without multi-links, a module can be removed and loaded again.
	x->fbt->mechanism = DT_FBT_SINGLE;
	assert_int_equal(match_in(x, "fbt", "old", "*", "entry"), 2);
	assert_int_equal(count_retained(x), 1);
}

static void a_pass_reports_probes_of_new_modules(void **state)
{
	struct fixture *x = *state;
	const struct dt_probe *held, *first;

	read_list(x, "vfs_read\nread [brd]\n");
	assert_int_equal(count_matches(x, "fbt", "*", "entry"), 3);
	first = x->found.data[1];
	held = x->found.data[2];
	assert_true(held->is_retained);
	dt_registry_begin_pass(&x->registry);
	read_module(x, "brd", "vfs_read\nread [brd]\nwrite [brd]\nread [other]\n");
	assert_int_equal(count_matches(x, "fbt", "*", "entry"), 1);
	assert_string_equal(x->found.data[0]->func, "write");
	assert_true(held->id > first->id && x->found.data[0]->id > held->id);
	assert_ptr_equal(dt_provider_fbt.by_id(&x->registry, x->found.data[0]->id),
			 x->found.data[0]);

	dt_provider_fbt.note_module(&x->registry, "brd", false);
	dt_registry_begin_pass(&x->registry);
	read_module(x, "brd", "read [brd]\nwrite [brd]\n");
	assert_int_equal(count_matches(x, "fbt", "*", "entry"), 2);
	assert_true(x->found.data[0] != first && x->found.data[0]->id > held->id);
	assert_ptr_equal(dt_provider_fbt.by_id(&x->registry, first->id), first);
}

static void instructions_are_named_by_their_offset(void **state)
{
	struct fixture *x = *state;
	struct dt_probe *first;

	read_list(x, "vfs_read\nvfs_write\nvfs_open.isra.0\n");
	assert_int_equal(count_matches(x, "fbt", "vfs_read", "01c"), 1);
	first = x->found.data[0];
	assert_string_equal(first->name, "1c");
	assert_string_equal(first->mechanism, "kprobe");
	assert_ptr_equal(first->context, dt_fbt_context(DT_FBT_SINGLE, DT_FBT_OFFSET));
	assert_int_equal(count_matches(x, "fbt", "vfs_read", "1c"), 1);
	assert_ptr_equal(x->found.data[0], first);
	assert_ptr_equal(dt_provider_fbt.by_id(&x->registry, first->id), first);
	assert_int_equal(count_matches(x, "fbt", "vfs_*", "add"), 3);
	assert_int_equal(count_matches(x, "fbt", "vfs_open", "4"), 1);
}

static void an_instruction_needs_the_provider_and_its_whole_offset(void **state)
{
	struct fixture *x = *state;

	read_list(x, "vfs_read\n");
	assert_int_equal(count_matches(x, NULL, "vfs_read", "1c"), 0);
	assert_int_equal(count_matches(x, "fb*", "vfs_read", "1c"), 0);
	assert_int_equal(count_matches(x, "fbt", "vfs_read", "1?"), 0);
	assert_int_equal(count_matches(x, "fbt", "vfs_read", "1x"), 0);
	assert_int_equal(count_matches(x, "fbt", "vfs_read", "100000000"), 0);
	assert_int_equal(count_matches(x, "fbt", "vfs_read", "-1"), 0);
	assert_int_equal(count_matches(x, "fbt", "vfs_read", ""), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(names_and_modules_are_read, setup, teardown),
	    cmocka_unit_test_setup_teardown(addresses_distinguish_functions_of_one_name, setup,
					    teardown),
	    cmocka_unit_test_setup_teardown(instructions_are_named_by_their_offset, setup,
					    teardown),
	    cmocka_unit_test_setup_teardown(an_instruction_needs_the_provider_and_its_whole_offset,
					    setup, teardown),
	    cmocka_unit_test_setup_teardown(a_later_module_has_a_retained_probe, setup, teardown),
	    cmocka_unit_test_setup_teardown(a_pass_reports_probes_of_new_modules, setup, teardown),
	    cmocka_unit_test(variants_have_a_dot_behind_the_name),
	    cmocka_unit_test(what_firings_depend_on_is_refused_by_its_whole_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
