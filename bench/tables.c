/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures the time to build the tables for unwinding user stacks, for each named file, or else for
 * all files that processes have mapped now. The result is the best of RUNS runs.
 *
 *	sudo build/bench/bench-tables [FILE]...
 */
#include "measure.h"
#include "symbols/process/proc.h"
#include "symbols/unwind/table.h"

#include <string.h>

enum { RUNS = 5, ROWS_MAX = 8 << 20, KB = 1024 };

static struct {
	size_t files, rows;
	double ns;
} sum;

/** Returns nanoseconds, or -1 if the file has no table. */
static double build_table(const char *path, size_t *n_rows, size_t *n_rules)
{
	double begin = now(CLOCK_THREAD_CPUTIME_ID);
	struct dt_elf *e = dt_elf_create(dt_file_open(path), -1, path);
	struct dt_unwind_rules rules = {0};
	struct dt_unwind_table table;
	struct dt_eh_frame frames = {0};
	double took;

	if (e)
		dt_eh_frame_read(&frames, e);
	dt_unwind_table_build(&table, &frames, &rules, ROWS_MAX);
	took = now(CLOCK_THREAD_CPUTIME_ID) - begin;
	*n_rows = table.rows.len;
	*n_rules = table.rules.len;
	dt_unwind_table_deinit(&table);
	dt_unwind_rules_deinit(&rules);
	dt_eh_frame_deinit(&frames);
	dt_elf_destroy(e);
	return *n_rows ? took : -1;
}

static void measure_table(const char *path, bool is_shown)
{
	size_t n_rows, n_rules;
	double best = build_table(path, &n_rows, &n_rules);

	if (best < 0)
		return;
	for (int i = 1; i < RUNS; i++) {
		double took = build_table(path, &n_rows, &n_rules);

		best = took < best ? took : best;
	}
	if (is_shown)
		printf("%8.2f ms %9zu rows %6zu KB %5zu rules  %s\n", best / 1e6, n_rows,
		       n_rows * sizeof(dt_unwind_row) / KB, n_rules, path);
	sum.files++;
	sum.rows += n_rows;
	sum.ns += best;
}

static void measure_process(void *self, pid_t pid)
{
	struct dt_map *seen = self;
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	while (dt_proc_maps_next(&maps, &m)) {
		if (!m.is_executable || m.path[0] != '/' || dt_map_get_str(seen, m.path))
			continue;
		dt_map_put_str(seen, m.path, seen);
		measure_table(m.path, false);
	}
	dt_proc_maps_close(&maps);
}

int main(int argc, char **argv)
{
	struct dt_map seen = {0};

	for (int i = 1; i < argc; i++)
		measure_table(argv[i], true);
	if (argc == 1)
		dt_error_destroy(dt_proc_each(measure_process, &seen));
	dt_map_deinit(&seen);
	printf("%8.2f ms %9zu rows %6zu KB for %zu files\n", sum.ns / 1e6, sum.rows,
	       sum.rows * sizeof(dt_unwind_row) / KB, sum.files);
	return sum.files == 0;
}
