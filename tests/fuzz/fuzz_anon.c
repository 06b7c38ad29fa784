/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the reader of session descriptions that dtrace -A writes, with three kinds of
 * descriptions: that of a session whose text is the input, which must be read as it was written;
 * the same with bytes changed as the input determines; and the input itself, with the right
 * version.
 */
#include "session/anon/anon.h"
#include "session/program/program.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct dtrace *open_session(void)
{
	struct dtrace *d;

	dt_error_destroy(dtrace_open(&d));
	return d;
}

/** Writes the description of a session with this text. */
static void describe_state(const char *text, size_t len, struct dt_str *out)
{
	static const struct dt_program_desc nothing;
	static const char *const args[] = {"one", "two words"};
	dt_cleanup(dt_free_p) char *copy = dt_malloc(len + 1);
	struct dtrace *d = open_session();

	memcpy(copy, text, len);
	copy[len] = '\0';
	d->programs->desc = &nothing;
	dt_error_destroy(dtrace_setopt(d, "strsize", "1k"));
	dt_error_destroy(dtrace_setopt(d, "libdir", "/a/directory"));
	dt_error_destroy(dtrace_setopt(d, "amin", "Evolving/Evolving/Common"));
	dtrace_set_args(d, args, dt_array_len(args));
	dt_error_destroy(dtrace_add(d, DTRACE_TEXT_NAME, copy));
	dt_anon_write(d, out);
	dtrace_close(d);
}

/** Reads the description. Returns true if it is valid, and checks that dtrace accepts its options.
 */
static bool read_back(const void *bytes, size_t n)
{
	struct dtrace *d = open_session();
	struct dt_anon anon = {0};
	struct dt_error *err = dt_anon_read(d, bytes, n, &anon);
	bool good = !err;

	if (good) {
		assert(d->options.v[DT_OPT_strsize] >= 16 && d->options.v[DT_OPT_strsize] <= 65536);
		assert(d->options.v[DT_OPT_bufpolicy] <= DT_BUFPOLICY_FILL);
	}
	dt_error_destroy(err);
	dtrace_close(d);
	return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dt_str state = {0}, made = {0};
	uint64_t version;

	describe_state((const char *)data, size, &state);
	assert(read_back(state.data, state.len));
	memcpy(&version, state.data, sizeof(version));
	dt_str_append_n(&made, state.data, sizeof(version) + version);
	dt_str_append_n(&made, (const char *)data, size);
	read_back(made.data, made.len);
	// Three bytes of the input: the offset and the new byte.
	for (size_t i = 0; i + 3 <= size && i < 30; i += 3)
		state.data[(data[i] | data[i + 1] << 8) % state.len] = (char)data[i + 2];
	read_back(state.data, size % 2 ? state.len : state.len * (size % 97) / 97);
	dt_str_deinit(&state);
	dt_str_deinit(&made);
	return 0;
}
