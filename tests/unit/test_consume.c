/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of src/consume: rings, the merge by time, and the output of records. The fixture replaces
 * the kernel. Aggregations have a separate test program.
 */
#include "consume_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

enum { RING = 4096 };

static int setup(void **state)
{
	return fixture_setup(state, RING);
}

/** Returns the output since the last call. */
static const char *printed(struct fixture *f)
{
	struct dt_error *err = dt_consumer_work(f->consumer, true);

	assert_null(err);
	fflush(f->out);
	return f->text_len ? f->text : "";
}

/** Discards the output so far. */
static void restart_text(struct fixture *f)
{
	rewind(f->out);
	if (f->text)
		f->text[0] = '\0';
}

static const struct dt_field *int_field(struct fixture *f, uint32_t offset, enum dt_basic basic)
{
	struct dt_field *field = dt_arena_new(f->arena, struct dt_field);
	const struct dt_type *t = dt_type_basic(f->types, basic);

	*field = (struct dt_field){
	    .kind = DT_FIELD_INT, .offset = offset, .size = (uint32_t)t->size, .type = t};
	return field;
}

static struct dt_action_desc *add_action(struct fixture *f, size_t clause, const char *act)
{
	struct dt_clause_desc *c = &f->clauses[clause];
	struct dt_action_desc *a;

	if (!c->actions)
		c->actions = dt_arena_array(f->arena, struct dt_action_desc, 16);
	if (f->program.n_clauses <= clause)
		f->program.n_clauses = clause + 1;
	c->records = true;
	a = (struct dt_action_desc *)&c->actions[c->n_actions++];
	a->act = act;
	a->guard = -1;
	return a;
}

static void quieten(struct fixture *f)
{
	f->options.v[DT_OPT_quiet] = 1;
}

/** Returns the output of printf(format) for the fields. */
static const char *shown(struct fixture *f, const char *fmt, const struct dt_field *fields,
			 size_t n, const void *payload, size_t size)
{
	struct dt_printf format;
	struct dt_out out;
	struct dt_error *err = dt_printf_init(&format, fmt, fields, n, 0);

	if (err)
		fail_msg("%s: %s", fmt, err->message);
	dt_out_init(&out, NULL);
	dt_printf_print(&format, &out, &f->consumer->names, payload, NULL, NULL);
	char *copy = dt_arena_strndup(f->arena, out.data ? out.data : "", out.len);
	dt_out_deinit(&out);
	dt_printf_deinit(&format);
	return copy;
}

static const char *format_int(struct fixture *f, const char *fmt, enum dt_basic basic, int64_t v)
{
	return shown(f, fmt, int_field(f, 0, basic), 1, &v, sizeof(v));
}

static void prints_header_prefix_and_newline(void **state)
{
	struct fixture *f = *state;

	add_action(f, 0, "trace")->fields = int_field(f, 0, DT_INT);
	((struct dt_action_desc *)f->clauses[0].actions)->n_fields = 1;
	f->clauses[0].payload = 4;
	f->program.n_clauses = 2; // clause 1: the default action
	fixture_start(f);
	int v = -42;
	fixture_record(f, 1, 10, 0, 2, &v, sizeof(v));
	fixture_record(f, 0, 20, 1, 1, NULL, 0);
	assert_string_equal(printed(f), "CPU     ID                    FUNCTION:NAME\n"
					"  1      2                       read:entry       -42\n"
					"  0      1                           :BEGIN \n");
}

static void quiet_prints_data_only(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "trace");

	a->fields = int_field(f, 0, DT_LONG);
	a->n_fields = 1;
	f->clauses[0].payload = 8;
	quieten(f);
	fixture_start(f);
	int64_t v = 7;
	fixture_record(f, 0, 10, 0, 1, &v, sizeof(v));
	fixture_record(f, 0, 11, 0, 1, &v, sizeof(v));
	assert_string_equal(printed(f), "77");
}

/** Returns the default output of one field. */
static const char *traced_text(struct fixture *f, const struct dt_field *field, const void *base)
{
	static const struct dt_value_style style = {.text_width = DT_TRACE_WIDTH};
	struct dt_out out;

	dt_out_init(&out, NULL);
	dt_value_print(&out, &f->consumer->names, field, base, &style);
	char *copy = dt_arena_strndup(f->arena, out.data ? out.data : "", out.len);
	dt_out_deinit(&out);
	return copy;
}

static void trace_pads_by_size(void **state)
{
	struct fixture *f = *state;
	const int64_t minus = -1, big = 200;
	const char string[16] = "hello";

	fixture_start(f);
	assert_string_equal(traced_text(f, int_field(f, 0, DT_LONG), &minus), "               -1");
	assert_string_equal(traced_text(f, int_field(f, 0, DT_ULONG), &minus), "               -1");
	assert_string_equal(traced_text(f, int_field(f, 0, DT_INT), &minus), "       -1");
	assert_string_equal(traced_text(f, int_field(f, 0, DT_SHORT), &minus), "    -1");
	assert_string_equal(traced_text(f, int_field(f, 0, DT_CHAR), &minus), "  -1");
	assert_string_equal(traced_text(f, int_field(f, 0, DT_UCHAR), &big), " 200");
	const struct dt_field s = {.kind = DT_FIELD_STRING, .size = sizeof(string)};
	assert_string_equal(traced_text(f, &s, string), "  hello                            ");
	const struct dt_field p = {.kind = DT_FIELD_PROBE, .size = 4, .part = DT_PART_FUNCTION};
	const uint32_t id = 4;
	assert_string_equal(traced_text(f, &p, &id), "  write                            ");
}

#define DUMP_HEAD \
	"\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"

static void bytes_print_as_text_or_dump(void **state)
{
	struct fixture *f = *state;
	const struct dt_field b = {.kind = DT_FIELD_BYTES, .size = 18};
	const char string[18] = "plain\n";
	const uint8_t raw[18] = {0x00, 0x41, 0xff, [17] = 0x7a};

	fixture_start(f);
	assert_string_equal(traced_text(f, &b, string), "  plain\n                           ");
	assert_string_equal(
	    traced_text(f, &b, raw), DUMP_HEAD
	    "         0: 00 41 ff 00 00 00 00 00 00 00 00 00 00 00 00 00  .A..............\n"
	    "        10: 00 7a                                            .z\n");
}

static void tracemem_stops_at_the_dynamic_size(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "tracemem");
	struct dt_field fields[2] = {{.kind = DT_FIELD_BYTES, .size = 16},
				     *int_field(f, 16, DT_INT)};
	struct {
		char bytes[16];
		int limit;
	} payload = {"abcdefghijklmno", 3};

	a->fields = fields;
	a->n_fields = 2;
	f->clauses[0].payload = sizeof(payload);
	quieten(f);
	fixture_start(f);
	fixture_record(f, 0, 1, 0, 1, &payload, sizeof(payload));
	assert_string_equal(printed(f), DUMP_HEAD
			    "         0: 61 62 63                                         abc\n");
}

static void printf_integers(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	assert_string_equal(format_int(f, "%d", DT_INT, -5), "-5");
	assert_string_equal(format_int(f, "%d", DT_UINT, -5), "4294967291");
	assert_string_equal(format_int(f, "%i", DT_UINT, -5), "-5");
	assert_string_equal(format_int(f, "%u", DT_INT, -1), "4294967295");
	assert_string_equal(format_int(f, "%d", DT_LONG, INT64_MIN), "-9223372036854775808");
	assert_string_equal(format_int(f, "%u", DT_LONG, -1), "18446744073709551615");
	assert_string_equal(format_int(f, "%hd", DT_INT, 70000), "4464");
	assert_string_equal(format_int(f, "%hhx", DT_INT, 0x1234), "34");
	assert_string_equal(format_int(f, "%x", DT_INT, -1), "ffffffff");
	assert_string_equal(format_int(f, "%#x|%%", DT_INT, 255), "0xff|%");
	assert_string_equal(format_int(f, "%X", DT_INT, 0xabc), "ABC");
	assert_string_equal(format_int(f, "%#o", DT_INT, 8), "010");
	assert_string_equal(format_int(f, "[%5d]", DT_INT, -42), "[  -42]");
	assert_string_equal(format_int(f, "[%-5d]", DT_INT, 42), "[42   ]");
	assert_string_equal(format_int(f, "[%05d]", DT_INT, -42), "[-0042]");
	assert_string_equal(format_int(f, "[%+d]", DT_INT, 42), "[+42]");
	assert_string_equal(format_int(f, "[%.4d]", DT_INT, 42), "[0042]");
	assert_string_equal(format_int(f, "%p", DT_ULONG, -1), "ffffffffffffffff");
	assert_string_equal(format_int(f, "[%?p]", DT_ULONG, 0xabc), "[             abc]");
	assert_string_equal(format_int(f, "%d", DT_INT, 0), "0");
	assert_string_equal(format_int(f, "%x", DT_INT, 0), "0");
	assert_string_equal(format_int(f, "%.0d", DT_INT, 0), "0");
}

static void printf_stars(void **state)
{
	struct fixture *f = *state;
	struct dt_field fields[3] = {*int_field(f, 0, DT_INT), *int_field(f, 4, DT_INT),
				     *int_field(f, 8, DT_INT)};

	fixture_start(f);
	assert_string_equal(shown(f, "[%*d]", fields, 2, (int[]){6, 42}, 8), "[    42]");
	assert_string_equal(shown(f, "[%*d]", fields, 2, (int[]){-6, 42}, 8), "[42    ]");
	assert_string_equal(shown(f, "[%*.*d]", fields, 3, (int[]){6, 3, 42}, 12), "[   042]");
	assert_string_equal(shown(f, "[%*.*d]", fields, 3, (int[]){-6, 3, 42}, 12), "[042   ]");
	size_t len = strlen(shown(f, "%*d", fields, 2, (int[]){1000000, 1}, 8));
	assert_int_equal(len, 1000000);
	len = strlen(shown(f, "%0*d", fields, 2, (int[]){1000000, 1}, 8));
	assert_int_equal(len, 1000000);
}

static void printf_characters_and_strings(void **state)
{
	struct fixture *f = *state;
	const char string[16] = "a\tb\0zz";
	const struct dt_field s = {.kind = DT_FIELD_STRING, .size = sizeof(string)};
	const struct dt_field full = {.kind = DT_FIELD_STRING, .size = 1};
	const struct dt_field wide = {.kind = DT_FIELD_BYTES, .size = 12};
	const struct dt_field part = {.kind = DT_FIELD_PROBE, .size = 4, .part = DT_PART_NAME};

	fixture_start(f);
	assert_string_equal(format_int(f, "[%c]", DT_INT, 'x'), "[x]");
	assert_string_equal(format_int(f, "[%3c]", DT_CHAR, 'x'), "[  x]");
	assert_string_equal(format_int(f, "[%C]", DT_INT, '\n'), "[\\n]");
	assert_string_equal(format_int(f, "[%wc]", DT_INT, 0x20ac), "[\xe2\x82\xac]");
	assert_string_equal(format_int(f, "[%wc]", DT_INT, 0xe9), "[\xc3\xa9]");
	assert_string_equal(format_int(f, "[%wc]", DT_INT, 0x1f600), "[\xf0\x9f\x98\x80]");
	assert_string_equal(shown(f, "[%s]", &s, 1, string, 16), "[a\tb]");
	assert_string_equal(shown(f, "[%S]", &s, 1, string, 16), "[a\\tb]");
	assert_string_equal(shown(f, "[%6s]", &s, 1, string, 16), "[   a\tb]");
	assert_string_equal(shown(f, "[%-6s]", &s, 1, string, 16), "[a\tb   ]");
	assert_string_equal(shown(f, "[%.1s]", &s, 1, string, 16), "[a]");
	assert_string_equal(shown(f, "[%.0s]", &s, 1, string, 16), "[a\tb]");
	assert_string_equal(shown(f, "[%s]", &full, 1, "QQ", 2), "[Q]");
	assert_string_equal(shown(f, "[%ws]", &wide, 1, (uint32_t[]){0x41, 0x20ac, 0}, 12),
			    "[A\xe2\x82\xac]");
	assert_string_equal(shown(f, "%s!", &part, 1, (uint32_t[]){4}, 4), "entry!");
}

static void printf_times_ports_and_hosts(void **state)
{
	struct fixture *f = *state;
	const struct dt_field s = {.kind = DT_FIELD_STRING, .size = 16};

	setenv("TZ", "UTC", 1);
	tzset();
	fixture_start(f);
	assert_string_equal(format_int(f, "%Y", DT_ULONG, 123787200ll * 1000000000),
			    "1973 Dec  3 17:20:00");
	assert_string_equal(format_int(f, "%T", DT_ULONG, 0), "Thu, 01 Jan 1970 00:00:00 UTC");
	assert_string_equal(format_int(f, "%P", DT_USHORT, 59999), "59999");
	assert_string_equal(shown(f, "%I", &s, 1, "not an address\0", 16), "not an address");
}

static void printf_floats(void **state)
{
	struct fixture *f = *state;
	const double d = 1234.5;
	const float s = 0.25f;

	fixture_start(f);
	assert_string_equal(shown(f, "%f", int_field(f, 0, DT_DOUBLE), 1, &d, 8), "1234.500000");
	assert_string_equal(shown(f, "[%9.2f]", int_field(f, 0, DT_DOUBLE), 1, &d, 8),
			    "[  1234.50]");
	assert_string_equal(shown(f, "%g", int_field(f, 0, DT_FLOAT), 1, &s, 4), "0.25");
	assert_string_equal(shown(f, "%e", int_field(f, 0, DT_DOUBLE), 1, &d, 8), "1.234500e+03");
}

static void too_few_arguments_are_an_error(void **state)
{
	struct dt_printf format;
	struct dt_error *err = dt_printf_init(&format, "%d %d", int_field(*state, 0, DT_INT), 1, 0);

	assert_non_null(err);
	dt_error_destroy(err);
	dt_printf_deinit(&format);
}

static void print_shows_types(void **state)
{
	struct fixture *f = *state;
	struct dt_type *t = dt_type_tag(f->types, DT_TYPE_STRUCT, "pair");
	struct dt_member members[] = {
	    {.name = "number", .type = dt_type_basic(f->types, DT_INT)},
	    {.name = "letter", .type = dt_type_basic(f->types, DT_CHAR)},
	    {.name = "low", .type = dt_type_basic(f->types, DT_UINT), .bit_width = 3},
	    {.name = "name", .type = dt_type_array(f->types, dt_type_basic(f->types, DT_CHAR), 4)},
	    {.name = "three",
	     .type = dt_type_array(f->types, dt_type_basic(f->types, DT_SHORT), 3)},
	};
	struct {
		int number;
		char letter;
		unsigned low : 3;
		char name[4];
		short three[3];
	} v = {255, 'x', 5, "abc", {1, 0, -1}};
	struct dt_out out;

	dt_type_complete_sou(f->types, t, members, dt_array_len(members));
	assert_int_equal(t->size, sizeof(v));
	dt_out_init(&out, NULL);
	dt_value_typed(&out, t, (const uint8_t *)&v, sizeof(v));
	dt_out_char(&out, '\0');
	assert_string_equal(out.data, "struct pair {\n"
				      "    int number = 0xff\n"
				      "    char letter = 'x'\n"
				      "    unsigned int low = 0x5\n"
				      "    char [4] name = [ \"abc\" ]\n"
				      "    short [3] three = [ 0x1, 0, 0xffff ]\n"
				      "}");
	dt_out_deinit(&out);
}

static void guarded_actions_follow_the_mask(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "printf");
	struct dt_action_desc *b = add_action(f, 0, "printf");

	a->format = "zero";
	a->guard = 0;
	b->format = "one";
	b->guard = 1;
	f->clauses[0].has_mask = true;
	f->clauses[0].payload = 8;
	quieten(f);
	fixture_start(f);
	fixture_record(f, 0, 1, 0, 1, &(uint64_t){2}, 8);
	assert_string_equal(printed(f), "one");
	restart_text(f);
	fixture_record(f, 0, 2, 0, 1, &(uint64_t){1}, 8);
	assert_string_equal(printed(f), "zero");
}

static void terminals_do_not_obey_data(void **state)
{
	static const struct {
		const char *data, *shown;
	} texts[] = {
	    {"plain \xc3\xa9\t\n", "plain \xc3\xa9\t\n"},
	    {"\033[2J\r\a\x7f", "\\033[2J\\r\\a\\177"},
	    {"\x9b"
	     "31m \xc2\x9b \xc2\xa0",
	     "\\23331m \\302\\233 \xc2\xa0"},
	    {"\xff\xe9 \\ \"", "\xff\xe9 \\ \""},
	};
	const struct dt_field s = {.kind = DT_FIELD_STRING, .size = 32, .is_data = true};
	struct fixture *f = *state;
	struct dt_printf fmt;
	struct dt_out out;

	fixture_start(f);
	assert_null(dt_printf_init(&fmt, "\033[1m%s", &s, 1, 0));
	for (size_t i = 0; i < 2 * dt_array_len(texts); i++) {
		uint8_t payload[32] = {0};
		char want[64];

		dt_out_init(&out, NULL);
		out.shields = i % 2;
		strcpy((char *)payload, texts[i / 2].data);
		snprintf(want, sizeof(want), "\033[1m%s",
			 i % 2 ? texts[i / 2].shown : texts[i / 2].data);
		dt_printf_print(&fmt, &out, &f->consumer->names, payload, NULL, NULL);
		dt_out_char(&out, '\0');
		assert_string_equal(out.data, want);
		dt_out_deinit(&out);
	}
	dt_printf_deinit(&fmt);
}

static void flow_indents_by_cpu_without_threads(void **state)
{
	struct fixture *f = *state;

	f->program.n_clauses = 2;
	f->options.v[DT_OPT_flowindent] = 1;
	fixture_start(f);
	const struct {
		uint32_t cpu, time, clause, probe;
	} records[] = {
	    {0, 1, 0, 2}, {0, 1, 1, 2}, {0, 2, 0, 5}, {0, 3, 0, 7}, {1, 4, 0, 8},  {1, 5, 0, 9},
	    {0, 6, 0, 6}, {0, 6, 1, 6}, {0, 7, 0, 3}, {0, 8, 0, 3}, {1, 10, 0, 1},
	};
	for (size_t i = 0; i < dt_array_len(records); i++)
		fixture_record(f, records[i].cpu, records[i].time, records[i].clause,
			       records[i].probe, NULL, 0);
	assert_string_equal(printed(f), "CPU FUNCTION                                 \n"
					"  0  => read                                  \n"
					"  0   | read:entry                            \n"
					"  0    -> main                                \n"
					"  0     | main:4f                             \n"
					"  1  -> loop                                  \n"
					"  1   | loop:carpentry                        \n"
					"  0     | main:return                         \n"
					"  0    <- main                                \n"
					"  0  <= read                                  \n"
					"  0  <= read                                  \n"
					"  1   | :BEGIN                                \n");
}

static void flow_follows_threads(void **state)
{
	static const struct {
		uint32_t cpu, probe;
		uint64_t thread;
	} records[] = {{0, 5, 100}, {0, 2, 100}, {1, 5, 200},
		       {1, 3, 100}, {1, 6, 100}, {0, 6, 200}};
	struct fixture *f = *state;

	f->program.n_clauses = 1;
	f->clauses[0].has_thread = true;
	f->clauses[0].payload = 8;
	f->options.v[DT_OPT_flowindent] = 1;
	fixture_start(f);
	for (size_t i = 0; i < dt_array_len(records); i++)
		fixture_record(f, records[i].cpu, i + 1, 0, records[i].probe,
			       &(uint64_t){7ULL << 32 | records[i].thread}, 8);
	assert_string_equal(printed(f), "CPU FUNCTION                                 \n"
					"  0  -> main                                  \n"
					"  0    => read                                \n"
					"  1  -> main                                  \n"
					"  1    <= read                                \n"
					"  1  <- main                                  \n"
					"  0  <- main                                  \n");
}

static void merges_by_time(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "printf");

	a->format = "%d ";
	a->fields = int_field(f, 0, DT_INT);
	a->n_fields = 1;
	f->clauses[0].payload = 4;
	quieten(f);
	fixture_start(f);
	// Neighbours within a ring are swapped as well.
	const int first[] = {2, 1, 5, 9}, second[] = {4, 3, 8, 7, 6};
	for (size_t i = 0; i < dt_array_len(first); i++)
		fixture_record(f, 0, (uint64_t)first[i], 0, 1, &first[i], 4);
	for (size_t i = 0; i < dt_array_len(second); i++)
		fixture_record(f, 1, (uint64_t)second[i], 0, 1, &second[i], 4);
	assert_string_equal(printed(f), "1 2 3 4 5 6 7 8 9 ");
	assert_int_equal(f->cpus[0].tail, f->cpus[0].head);
	assert_int_equal(f->cpus[1].tail, f->cpus[1].head);
}

/** With temporal=off, rings are printed one after the other, each in order. */
static void merges_nothing_if_disabled(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "printf");

	a->format = "%d ";
	a->fields = int_field(f, 0, DT_INT);
	a->n_fields = 1;
	f->clauses[0].payload = 4;
	f->options.v[DT_OPT_temporal] = 0;
	quieten(f);
	fixture_start(f);
	for (int i = 8; i; i--)
		fixture_record(f, (unsigned)i % 2, (uint64_t)i, 0, 1, &i, 4);
	assert_string_equal(printed(f), "2 4 6 8 1 3 5 7 ");
	assert_int_equal(f->cpus[0].tail, f->cpus[0].head);
}

struct seen {
	uint64_t count, last;
	bool ordered;
};

static void see(void *arg, unsigned cpu, const struct dt_entry *e, const struct dt_entry *next)
{
	struct seen *s = arg;

	s->ordered = s->ordered && e->time >= s->last;
	s->last = e->time;
	s->count++;
}

static void merges_more_than_a_window(void **state)
{
	enum { RECORDS = 20000, BIG = 1 << 20 };
	struct fixture f;
	struct seen seen = {.ordered = true};
	bool busy = false;

	fixture_init(&f, BIG);
	fixture_start(&f);
	for (uint64_t i = 0; i < RECORDS; i++) {
		// Every three records are reversed; one CPU has a quarter of all records.
		uint64_t time = 1000 + (i / 3 * 3 + 2 - i % 3) * 50;

		assert_true(fixture_record(&f, i % 4 == 0, time, 0, 1, NULL, 0));
	}
	assert_int_equal(dt_timeline_drain(&f.consumer->timeline, UINT64_MAX, see, &seen, &busy),
			 RECORDS);
	assert_true(seen.ordered);
	assert_false(busy);
	assert_false(dt_timeline_pending(&f.consumer->timeline));
	fixture_deinit(&f);
}

static void young_records_wait_and_leave_a_full_ring(void **state)
{
	struct fixture *f = *state;
	struct dt_timeline *m;
	struct seen seen = {.ordered = true};
	uint64_t n = 0;

	fixture_start(f);
	m = &f->consumer->timeline;
	while (fixture_record(f, 0, 100 + n, 0, 1, NULL, 0))
		n++;
	assert_int_equal(dt_timeline_drain(m, 109, see, &seen, NULL), 10);
	assert_true(dt_timeline_pending(m));
	assert_int_equal(f->cpus[0].tail, f->cpus[0].head); // copied out
	assert_true(fixture_record(f, 0, 100 + n, 0, 1, NULL, 0));
	assert_int_equal(dt_timeline_drain(m, UINT64_MAX, see, &seen, NULL), n - 10 + 1);
	assert_true(seen.ordered);
	assert_false(dt_timeline_pending(m));
}

static void busy_and_discarded_records(void **state)
{
	struct fixture *f = *state;
	struct dt_rec rec = {5, 0, 1};
	struct seen seen = {.ordered = true};
	bool busy = false;

	fixture_start(f);
	struct dt_timeline *m = &f->consumer->timeline;
	fixture_put(f, 0, &rec, sizeof(rec), DT_RING_DISCARD);
	fixture_put(f, 0, &rec, sizeof(rec), 0);
	uint64_t at = f->cpus[0].head;
	fixture_put(f, 0, &rec, sizeof(rec), FIXTURE_BUSY);
	fixture_put(f, 0, &rec, sizeof(rec), 0);
	assert_int_equal(dt_timeline_drain(m, UINT64_MAX, see, &seen, &busy), 1);
	assert_true(busy);
	assert_int_equal(f->cpus[0].tail, at);
	fixture_header(f, 0, at)->word = sizeof(struct dt_ring_hdr) + sizeof(rec); // complete
	busy = false;
	assert_int_equal(dt_timeline_drain(m, UINT64_MAX, see, &seen, &busy), 2);
	assert_false(busy);
}

/** Clauses A, B and C of a firing on CPU 0, during which other probes fire on both CPUs. */
static void clauses_of_a_firing_stay_together(void **state)
{
	static const char *const texts[] = {"A", "B", "C", "(other)", "(nested)"};
	struct fixture *f = *state;
	struct seen seen = {.ordered = true};
	bool busy = false;

	for (size_t i = 0; i < dt_array_len(texts); i++)
		add_action(f, i, "printf")->format = texts[i];
	quieten(f);
	fixture_start(f);
	fixture_record(f, 0, 10, 0, 2, NULL, 0);
	fixture_record(f, 1, 11, 3, 4, NULL, 0);
	fixture_record(f, 0, 12, 4, 5, NULL, 0);
	fixture_record(f, 0, 10, 1, 2, NULL, 0);
	fixture_record(f, 0, 10, 2, 2, NULL, 0);
	assert_string_equal(printed(f), "ABC(other)(nested)");

	// The third clause's record is busy: the first two and all younger records wait, but not
	// forever.
	restart_text(f);
	struct dt_rec third = {20, 2, 2};
	fixture_record(f, 0, 20, 0, 2, NULL, 0);
	fixture_record(f, 0, 20, 1, 2, NULL, 0);
	uint64_t at = f->cpus[0].head;
	fixture_put(f, 0, &third, sizeof(third), FIXTURE_BUSY);
	fixture_record(f, 1, 21, 3, 4, NULL, 0);
	fixture_record(f, 1, 101, 3, 4, NULL, 0);
	struct dt_timeline *t = &f->consumer->timeline;
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, &busy), 0);
	assert_true(busy);
	t->max_wait = 0;
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, &busy), 1);
	fixture_header(f, 0, at)->word = sizeof(third) + sizeof(struct dt_ring_hdr);
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, &busy), 3);
	assert_int_equal(dt_timeline_drain(t, DT_TIMELINE_ALL, see, &seen, &busy), 1);
}

/** The order by time holds, also while a ring's next record is busy. */
static void order_holds_despite_a_busy_record(void **state)
{
	struct fixture *f = *state;
	struct seen seen = {.ordered = true};
	struct dt_rec later = {40, 0, 1};

	fixture_start(f);
	struct dt_timeline *t = &f->consumer->timeline;
	fixture_record(f, 0, 10, 0, 1, NULL, 0);
	uint64_t at = f->cpus[0].head;
	fixture_put(f, 0, &later, sizeof(later), FIXTURE_BUSY);
	fixture_record(f, 1, 5, 0, 1, NULL, 0);
	fixture_record(f, 1, 20, 0, 1, NULL, 0);
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 1);
	assert_int_equal(seen.last, 5);
	assert_int_equal(dt_timeline_drain(t, DT_TIMELINE_READY, see, &seen, NULL), 0);
	fixture_header(f, 0, at)->word = sizeof(later) + sizeof(struct dt_ring_hdr);
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 3);
	assert_true(seen.ordered);
	assert_false(dt_timeline_pending(t));
}

/** Appends an open record on CPU 0 and returns its position. */
static uint64_t put_open(struct fixture *f, uint64_t time)
{
	struct dt_rec rec = {time, 0, 1};
	uint64_t at = f->cpus[0].head;

	assert_true(fixture_put(f, 0, &rec, sizeof(rec), DT_RING_OPEN));
	return at;
}

static void complete_record(struct fixture *f, uint64_t pos, uint32_t flags)
{
	fixture_header(f, 0, pos)->word =
	    (uint32_t)(sizeof(struct dt_rec) + sizeof(struct dt_ring_hdr)) | flags;
}

/** Records after an open record wait for it, but not forever. It is printed when it is complete. */
static void open_records_are_passed_and_come_late(void **state)
{
	struct fixture *f = *state;
	struct seen seen = {0};

	fixture_start(f);
	struct dt_timeline *t = &f->consumer->timeline;
	fixture_record(f, 0, 10, 0, 1, NULL, 0);
	uint64_t first = put_open(f, 20), second = put_open(f, 21);
	fixture_record(f, 0, 30, 0, 1, NULL, 0);
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 0);
	t->endurance = 0;
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 2);
	assert_int_equal(f->cpus[0].tail, first); // the program still writes to it
	assert_false(dt_timeline_pending(t));
	assert_int_equal(dt_timeline_open(t), 2);

	fixture_record(f, 0, 40, 0, 1, NULL, 0);
	complete_record(f, second, 0);
	assert_true(dt_timeline_pending(t));
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 2);
	assert_int_equal(f->cpus[0].tail, first);
	complete_record(f, first, DT_RING_DISCARD);
	assert_true(dt_timeline_pending(t));
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 0);
	assert_int_equal(f->cpus[0].tail, f->cpus[0].head);
	assert_int_equal(dt_timeline_open(t), 0);
}

/** The waits for several open records do not add up. */
static void open_records_wait_together(void **state)
{
	struct fixture *f = *state;
	struct seen seen = {0};

	fixture_start(f);
	struct dt_timeline *t = &f->consumer->timeline;
	t->endurance = 1000000000000;
	t->max_wait = 0;
	for (uint64_t time = 10; time < 20; time++)
		put_open(f, time);
	fixture_record(f, 0, 20, 0, 1, NULL, 0);
	fixture_record(f, 0, 21, 0, 1, NULL, 0);
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 0);
	put_open(f, 22); // is younger
	fixture_record(f, 0, 30, 0, 1, NULL, 0);
	t->lanes[0].marked -= t->endurance; // pretend that this time has passed
	assert_int_equal(dt_timeline_drain(t, 100, see, &seen, NULL), 1);
	assert_int_equal(seen.last, 20); // 21 may be of the same firing
	assert_int_equal(dt_timeline_open(t), 10 + 1);
}

/** An open record keeps all later records in its ring, which fills up. */
static void an_open_record_holds_its_ring(void **state)
{
	struct fixture *f = *state;
	struct seen seen = {.ordered = true};
	uint64_t n = 0;

	fixture_start(f);
	struct dt_timeline *t = &f->consumer->timeline;
	t->endurance = 0;
	uint64_t at = put_open(f, 100);
	while (fixture_record(f, 0, 200 + n, 0, 1, NULL, 0))
		n++;
	assert_true(dt_timeline_filling(t, 4));
	assert_int_equal(dt_timeline_drain(t, 1000, see, &seen, NULL), n);
	assert_true(seen.ordered);
	assert_false(dt_timeline_filling(t, 4)); // no more records can be read
	assert_false(fixture_record(f, 0, 900, 0, 1, NULL, 0));
	complete_record(f, at, 0);
	assert_int_equal(dt_timeline_drain(t, 1000, see, &seen, NULL), 1);
	assert_int_equal(seen.last, 100);
	assert_int_equal(f->cpus[0].tail, f->cpus[0].head);
}

static void open_records_at_the_end_are_counted(void **state)
{
	static const char *const texts[] = {"before ", "behind"};
	struct fixture *f = *state;

	for (size_t i = 0; i < dt_array_len(texts); i++)
		add_action(f, i, "printf")->format = texts[i];
	quieten(f);
	fixture_start(f);
	fixture_record(f, 0, 10, 0, 2, NULL, 0);
	put_open(f, 20);
	put_open(f, 21);
	fixture_record(f, 0, 30, 1, 2, NULL, 0);
	assert_string_equal(printed(f), "before behind");
	assert_null(dt_consumer_finish(f->consumer, true));
	assert_string_equal(dt_str_text(&f->messages),
			    "2 drops (their programs still wait for memory that they read)\n");
}

static void damaged_records_are_counted(void **state)
{
	struct fixture *f = *state;
	struct dt_rec rec = {1, 77, 1};

	f->program.n_clauses = 1;
	f->clauses[0].payload = 8;
	fixture_start(f);
	fixture_put(f, 0, &rec, sizeof(rec), 0); // no such clause
	fixture_put(f, 0, &rec, 3, 0);		 // too short for a header
	fixture_record(f, 0, 2, 0, 1, NULL, 0);	 // too short for its clause
	fixture_record(f, 0, 3, DT_REC_ERROR, 1, "", 1);
	assert_string_equal(printed(f), "");
	struct dt_error *err = dt_consumer_finish(f->consumer, false);
	assert_null(err);
	assert_string_equal(dt_str_text(&f->messages), "4 malformed records\n");
}

static void drops_are_reported_once(void **state)
{
	struct fixture *f = *state;

	fixture_start(f);
	f->cpus[1].drops[DT_DROP_PRINCIPAL] = 3;
	f->cpus[0].drops[DT_DROP_AGGREGATION] = 1;
	f->cpus[0].drops[DT_DROP_DYNAMIC] = 2;
	f->cpus[1].drops[DT_DROP_DYNAMIC] = 5;
	dt_drops_report(f->consumer);
	dt_drops_report(f->consumer);
	assert_non_null(
	    strstr(dt_str_text(&f->messages), "3 drops on CPU 1: -b 16m enlarges the buffer"));
	assert_non_null(strstr(dt_str_text(&f->messages), "1 aggregation drop on CPU 0: -x"));
	assert_non_null(strstr(dt_str_text(&f->messages), "7 dynamic variable drops: -x"));
	dt_str_clear(&f->messages);
	f->options.v[DT_OPT_droptags] = 1;
	f->cpus[1].drops[DT_DROP_PRINCIPAL] = 4;
	f->cpus[1].drops[DT_DROP_DBLERROR] = 1;
	dt_drops_report(f->consumer);
	assert_string_equal(dt_str_text(&f->messages),
			    "[DTRACEDROP_PRINCIPAL] 1 drop on CPU 1\n"
			    "[DTRACEDROP_DBLERROR] 1 error in ERROR probe enabling\n");
}

static void faults_are_reported(void **state)
{
	struct fixture *f = *state;
	struct dt_fault_info bad = {3, 2, 40, DT_FAULT_BADADDR, 0x10};
	struct dt_fault_info zero = {4, 0, 8, DT_FAULT_DIVZERO, 0x10};

	fixture_start(f);
	fixture_record(f, 0, 1, DT_REC_ERROR, 2, &bad, sizeof(bad));
	fixture_record(f, 0, 2, DT_REC_ERROR, 1, &zero, sizeof(zero));
	printed(f);
	assert_string_equal(dt_str_text(&f->messages),
			    "error on enabled probe ID 103 (ID 2: syscall:x64:read:entry): "
			    "invalid address (0x10) in action #2 at DIF offset 40\n"
			    "error on enabled probe ID 104 (ID 1: dtrace:::BEGIN): "
			    "divide-by-zero in predicate at DIF offset 8\n");
}

static void exit_comes_from_record_or_word(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "exit");
	int status = -1;

	a->fields = int_field(f, 0, DT_INT);
	a->n_fields = 1;
	f->clauses[0].payload = 4;
	fixture_start(f);
	assert_false(dt_consumer_exited(f->consumer, &status));
	f->ctl.exit_status = 9;
	f->ctl.exited = 1;
	assert_true(dt_consumer_exited(f->consumer, &status));
	assert_int_equal(status, 9);
	fixture_record(f, 0, 1, 0, 1, (int[]){3}, 4);
	fixture_record(f, 0, 2, 0, 1, (int[]){4}, 4);
	printed(f);
	assert_true(dt_consumer_exited(f->consumer, &status));
	assert_int_equal(status, 3);
}

static void setopt_takes_effect_in_order(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "setopt");
	const struct dt_field name = {.kind = DT_FIELD_STRING, .size = 16};

	a->fields = &name;
	a->n_fields = 1;
	f->clauses[0].payload = 16;
	f->program.n_clauses = 2;
	fixture_start(f);
	fixture_record(f, 0, 1, 0, 1, "quiet\0\0\0\0\0\0\0\0\0\0", 16);
	fixture_record(f, 0, 2, 1, 1, NULL, 0);
	fixture_record(f, 0, 3, 0, 1, "nonsense\0\0\0\0\0\0\0", 16);
	assert_string_equal(printed(f), "CPU     ID                    FUNCTION:NAME\n"
					"  0      1                           :BEGIN ");
	assert_string_equal(dt_str_text(&f->messages),
			    "failed to set option 'nonsense' to '': Invalid option name "
			    "(-x help lists them)\n");
}

/** Returns the contents of a file. */
static const char *read_file(struct fixture *f, const char *path)
{
	char buf[256] = "";
	FILE *in = fopen(path, "r");

	assert_non_null(in);
	size_t n = fread(buf, 1, sizeof(buf) - 1, in);
	fclose(in);
	return dt_arena_strndup(f->arena, buf, n);
}

static void system_freopen_and_ftruncate_keep_the_order(void **state)
{
	struct fixture *f = *state;
	char path[] = "/tmp/test-consume-XXXXXX";
	int fd = mkstemp(path);
	const struct dt_field name = {.kind = DT_FIELD_STRING, .size = sizeof(path)};
	struct dt_action_desc *a = add_action(f, 0, "freopen");

	assert_true(fd >= 0);
	close(fd);
	a->format = "%s";
	a->fields = &name;
	a->n_fields = 1;
	f->clauses[0].payload = sizeof(path);
	add_action(f, 1, "printf")->format = "before ";
	add_action(f, 1, "system")->format = "echo shell";
	add_action(f, 1, "printf")->format = "after\n";
	add_action(f, 2, "freopen")->format = "";
	add_action(f, 2, "printf")->format = "back\n";
	add_action(f, 3, "ftruncate");
	add_action(f, 3, "printf")->format = "fresh\n";
	quieten(f);
	fixture_start(f);
	fixture_record(f, 0, 1, 0, 1, path, sizeof(path));
	fixture_record(f, 0, 2, 1, 1, NULL, 0);
	printed(f);
	assert_string_equal(read_file(f, path), "before shell\nafter\n");
	fixture_record(f, 0, 3, 3, 1, NULL, 0);
	fixture_record(f, 0, 4, 2, 1, NULL, 0);
	assert_string_equal(printed(f), "back\n");
	assert_string_equal(read_file(f, path), "fresh\n");
	unlink(path);
}

static void a_full_disk_is_one_error(void **state)
{
	struct fixture *f = *state;
	FILE *full = fopen("/dev/full", "w");

	if (!full)
		skip();
	add_action(f, 0, "printf")->format = "lost\n";
	fixture_start(f);
	dt_out_redirect(&f->consumer->out, full);
	fixture_record(f, 0, 1, 0, 1, NULL, 0);
	struct dt_error *err = dt_consumer_work(f->consumer, true);
	assert_non_null(err);
	assert_string_equal(err->message, "write /dev/full: No space left on device");
	dt_error_destroy(err);
	fixture_record(f, 0, 2, 0, 1, NULL, 0);
	assert_null(dt_consumer_work(f->consumer, true));
	dt_out_redirect(&f->consumer->out, f->out);
	fclose(full);
}

static void contradictions_are_refused(void **state)
{
	struct fixture *f = *state;
	struct dt_action_desc *a = add_action(f, 0, "trace");

	a->fields = int_field(f, 8, DT_INT);
	a->n_fields = 1;
	f->clauses[0].payload = 8;
	struct dt_error *err = fixture_try(f);
	assert_non_null(err);
	dt_error_destroy(err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fixture_teardown)
	    TEST(prints_header_prefix_and_newline),
	    TEST(quiet_prints_data_only),
	    TEST(trace_pads_by_size),
	    TEST(bytes_print_as_text_or_dump),
	    TEST(tracemem_stops_at_the_dynamic_size),
	    TEST(printf_integers),
	    TEST(printf_stars),
	    TEST(printf_characters_and_strings),
	    TEST(printf_times_ports_and_hosts),
	    TEST(printf_floats),
	    TEST(too_few_arguments_are_an_error),
	    TEST(print_shows_types),
	    TEST(guarded_actions_follow_the_mask),
	    TEST(terminals_do_not_obey_data),
	    TEST(flow_indents_by_cpu_without_threads),
	    TEST(flow_follows_threads),
	    TEST(clauses_of_a_firing_stay_together),
	    TEST(order_holds_despite_a_busy_record),
	    TEST(open_records_are_passed_and_come_late),
	    TEST(open_records_wait_together),
	    TEST(an_open_record_holds_its_ring),
	    TEST(open_records_at_the_end_are_counted),
	    TEST(merges_by_time),
	    TEST(merges_nothing_if_disabled),
	    cmocka_unit_test(merges_more_than_a_window),
	    TEST(young_records_wait_and_leave_a_full_ring),
	    TEST(busy_and_discarded_records),
	    TEST(damaged_records_are_counted),
	    TEST(drops_are_reported_once),
	    TEST(faults_are_reported),
	    TEST(exit_comes_from_record_or_word),
	    TEST(setopt_takes_effect_in_order),
	    TEST(system_freopen_and_ftruncate_keep_the_order),
	    TEST(a_full_disk_is_one_error),
	    TEST(contradictions_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
