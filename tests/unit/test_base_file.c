/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files that another user controls: which are opened, and the behaviour when they change.
 */
#include "base/read/file.h"
#include "base/time.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char dir[] = "/tmp/dtrace-test-file.XXXXXX";

static const char *path_of(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void write_file(const char *name, const char *text, size_t size)
{
	int fd = open(path_of(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, size), size);
	close(fd);
}

static int make_dir(void **state)
{
	return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
	dt_cleanup(dt_free_p) char *command = dt_asprintf("rm -r %s", dir);

	return system(command);
}

static void assert_refused(const char *path, unsigned how, int reason)
{
	errno = 0;
	assert_int_equal(dt_file_descriptor(AT_FDCWD, path, how), -1);
	assert_int_equal(errno, reason);
}

static void only_regular_files_are_opened(void **state)
{
	struct dt_file *f;

	assert_int_equal(mkfifo(path_of("fifo"), 0644), 0);
	assert_refused(path_of("fifo"), DT_PATH_ANY, EINVAL); // without waiting for a writer
	assert_refused("/dev/null", DT_PATH_ANY, EINVAL);
	assert_refused(dir, DT_PATH_ANY, EINVAL);
	assert_refused(path_of("none"), DT_PATH_ANY, ENOENT);
	write_file("file", "text", 4);
	f = dt_file_open(path_of("file"));
	assert_non_null(f);
	assert_int_equal(dt_file_id(f)->size, 4);
	dt_file_destroy(f);
}

static void links_are_followed_on_request(void **state)
{
	int root = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC), fd;

	write_file("passwd", "inside", 6);
	assert_int_equal(symlink("/passwd", path_of("link")), 0);
	assert_int_equal(symlink("../../../../etc/passwd", path_of("out")), 0);
	assert_refused(path_of("link"), DT_PATH_ANY, ENOENT); // it leads to our /passwd
	assert_refused(path_of("link"), DT_PATH_NO_LINK, EINVAL);
	fd = dt_file_descriptor(root, "link", DT_PATH_IN_ROOT);
	assert_true(fd >= 0);
	close(fd);
	fd = dt_file_descriptor(AT_FDCWD, path_of("out"), DT_PATH_ANY);
	assert_true(fd >= 0);
	close(fd);
	assert_int_equal(dt_file_descriptor(root, "out", DT_PATH_IN_ROOT), -1);
	close(root);
}

static void assert_walked(int from, const char *path, unsigned how, bool found)
{
	dt_cleanup(dt_close_p) int fd = dt_file_find(from, path, how);
	struct stat want, st;

	assert_int_equal(fd >= 0, found);
	if (found) {
		assert_int_equal(stat(path_of("walked/file"), &want), 0);
		assert_int_equal(fstat(fd, &st), 0);
		assert_int_equal(st.st_ino, want.st_ino);
	}
}

/** A path through links of /proc/self, which is walked by component, leads to the same file. */
static void a_walk_leads_where_the_kernel_leads(void **state)
{
	dt_cleanup(dt_free_p) char *here =
	    dt_asprintf("/proc/self/root/proc/self/root//.%s", path_of("walked"));
	dt_cleanup(dt_free_p) char *file = dt_asprintf("%s/file", here);
	dt_cleanup(dt_free_p) char *absolute = dt_asprintf("%s/absolute", here);
	dt_cleanup(dt_free_p) char *above = dt_asprintf("%s/deep/above", here);
	dt_cleanup(dt_free_p) char *loop = dt_asprintf("%s/loop", here);
	dt_cleanup(dt_free_p) char *target = NULL;
	dt_cleanup(dt_close_p) int root = open("/", O_PATH | O_CLOEXEC);

	assert_int_equal(mkdir(path_of("walked"), 0755), 0);
	assert_int_equal(mkdir(path_of("walked/deep"), 0755), 0);
	write_file("walked/file", "text", 4);
	target = dt_strdup(path_of("walked/file"));
	assert_int_equal(symlink(target, path_of("walked/absolute")), 0);
	assert_int_equal(symlink("../deep/../../walked/file", path_of("walked/deep/above")), 0);
	assert_int_equal(symlink("loop", path_of("walked/loop")), 0);
	assert_walked(AT_FDCWD, file, DT_PATH_ANY, true);
	assert_walked(AT_FDCWD, absolute, DT_PATH_ANY, true);
	assert_walked(AT_FDCWD, above, DT_PATH_ANY, true);
	assert_walked(root, above + 1, DT_PATH_IN_ROOT, true);
	assert_walked(AT_FDCWD, loop, DT_PATH_ANY, false);
	assert_int_equal(errno, ELOOP);
	assert_refused(absolute, DT_PATH_NO_LINK, EINVAL);
}

/** A link of /proc leads to its file even if another file has its path, as in another mount
 * namespace. */
static void a_link_of_proc_leads_to_its_file(void **state)
{
	dt_cleanup(dt_close_p) int fd = -1;
	dt_cleanup(dt_free_p) char *link = NULL;
	dt_cleanup(dt_file_destroy_p) struct dt_file *f = NULL;
	struct stat want;

	(void)state;
	write_file("replaced", "own", 3);
	fd = open(path_of("replaced"), O_RDONLY | O_CLOEXEC);
	assert_int_equal(fstat(fd, &want), 0);
	assert_int_equal(unlink(path_of("replaced")), 0);
	write_file("replaced (deleted)", "other", 5); // the link's text
	link = dt_asprintf("/proc/self/fd/%d", fd);
	f = dt_file_open(link);
	assert_non_null(f);
	assert_int_equal(dt_file_id(f)->inode, want.st_ino);
}

static void a_file_that_shrinks_is_a_failed_read(void **state)
{
	static const size_t size = 1 << 20;
	dt_cleanup(dt_free_p) char *zeros = dt_zalloc(size), *copy = dt_malloc(size);
	struct dt_str text = {0};
	struct dt_file *f;

	write_file("shrinks", zeros, size);
	f = dt_file_open(path_of("shrinks"));
	assert_true(dt_file_read(f, size - 100, copy, 100));
	assert_int_equal(truncate(path_of("shrinks"), 100), 0);
	assert_false(dt_file_read(f, 0, copy, size));
	assert_false(dt_file_read(f, size / 2, copy, 8));
	assert_false(dt_file_text(f, size / 2, size, 10, &text));
	assert_true(dt_file_read(f, 0, copy, 100));
	assert_false(dt_file_read(f, 0, copy, 101));
	dt_file_destroy(f);
	dt_str_deinit(&text);
}

static void reads_across_blocks_are_exact(void **state)
{
	static const size_t size = 300000;
	dt_cleanup(dt_free_p) uint8_t *bytes = dt_malloc(size), *copy = dt_malloc(size);
	struct dt_file *f;

	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)(i * 31 + i / 251);
	write_file("blocks", (const char *)bytes, size);
	f = dt_file_open(path_of("blocks"));
	for (size_t at = 0, n = 1; at + n < size; at += 7919, n = n * 3 % 40009) {
		assert_true(dt_file_read(f, at, copy, n));
		assert_memory_equal(copy, bytes + at, n);
	}
	assert_true(dt_file_read(f, size, copy, 0));
	assert_false(dt_file_read(f, size - 1, copy, 2));
	assert_false(dt_file_read(f, UINT64_MAX, copy, 2));
	dt_file_destroy(f);
}

static void texts_are_bounded(void **state)
{
	struct dt_str text = {0};
	struct dt_file *f;

	write_file("text", "first\0second\0third", 18);
	f = dt_file_open(path_of("text"));
	assert_true(dt_file_text(f, 6, 18, 100, &text));
	assert_string_equal(dt_str_text(&text), "second");
	dt_str_clear(&text);
	assert_true(dt_file_text(f, 6, 18, 3, &text));
	assert_string_equal(dt_str_text(&text), "sec");
	assert_false(dt_file_text(f, 13, 18, 100, &text)); // it does not end
	assert_false(dt_file_text(f, 6, 9, 100, &text));
	dt_file_destroy(f);
	dt_str_deinit(&text);
}

static void nothing_is_read_behind_a_deadline(void **state)
{
	uint64_t deadline = 0;
	struct dt_file *f;
	char c;

	write_file("late", "x", 1);
	f = dt_file_open(path_of("late"));
	dt_file_set_deadline(f, &deadline);
	deadline = 1; // long ago
	assert_false(dt_file_read(f, 0, &c, 1));
	assert_true(dt_file_is_late(f));
	deadline = 0;
	assert_true(dt_file_read(f, 0, &c, 1));
	dt_file_destroy(f);
}

static void spans_end_where_they_end(void **state)
{
	struct dt_file *f = dt_file_create_memory(dt_strdup("0123456789"), 10);
	const struct dt_span span = {f, 2, 5}, outside = {f, 8, 5}, far = {f, UINT64_MAX - 1, 5};
	dt_cleanup(dt_free_p) char *all = dt_span_load(&span, 5);
	char c[6];

	assert_string_equal(all, "23456");
	assert_null(dt_span_load(&span, 4));
	assert_null(dt_span_load(&outside, 5));
	assert_null(dt_span_load(&far, 5));
	assert_true(dt_span_read(&span, 3, c, 2));
	assert_false(dt_span_read(&span, 3, c, 3));
	assert_false(dt_span_read(&far, 3, c, 1));
	assert_false(dt_span_read(&(struct dt_span){0}, 0, c, 0));
	dt_file_destroy(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(only_regular_files_are_opened),
	    cmocka_unit_test(links_are_followed_on_request),
	    cmocka_unit_test(a_walk_leads_where_the_kernel_leads),
	    cmocka_unit_test(a_link_of_proc_leads_to_its_file),
	    cmocka_unit_test(a_file_that_shrinks_is_a_failed_read),
	    cmocka_unit_test(reads_across_blocks_are_exact),
	    cmocka_unit_test(texts_are_bounded),
	    cmocka_unit_test(nothing_is_read_behind_a_deadline),
	    cmocka_unit_test(spans_end_where_they_end),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
