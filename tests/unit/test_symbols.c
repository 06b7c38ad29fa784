/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of symbols: tables by address, the kernel's list, mappings of processes, generated code,
 * and this program as the ELF file.
 */
#include "symbols/unwind/eh_frame.h"
#include "symbols/elf/functions.h"
#include "symbols/kernel/symbols.h"
#include "symbols/kernel/address.h"
#include "symbols/process/perf_map.h"
#include "symbols/process/process.h"
#include "symbols/kernel/tracing_frames.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <setjmp.h>
#include <elf.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char kallsyms[] = "0000000000001000 A per_cpu_offset\n"
			       "ffffffff81000000 t local_alias\n"
			       "ffffffff81000000 T start\n"
			       "ffffffff81000100 W weak\n"
			       "ffffffff81000200 T second\n"
			       "ffffffffc0000000 t helper\t[ext4]\n"
			       "ffffffffc0000040 T ext4_read\t[ext4]\n";

/** Returns the address of a symbol in text like /proc/kallsyms, or 0xbad if it is not found. */
static uint64_t address_in(const char *text, const char *module, const char *name)
{
	FILE *f = fmemopen((void *)text, strlen(text), "r");
	uint64_t address = 0xbad;

	assert_non_null(f);
	dt_kernel_address_in(f, module, name, &address);
	fclose(f);
	return address;
}

static void append_function(void *self, const char *module, const char *name, uint64_t address)
{
	dt_str_printf(self, "%s`%s %x\n", module, name, (unsigned)address & 0xfff);
}

static void functions_are_distinguished_from_data_and_hidden_ones(void **state)
{
	static const char text[] = "0000000000000000 T hidden\n"
				   "ffffffff81000010 T first\n"
				   "ffffffff81000020 d data\n"
				   "not a line\n"
				   "ffffffff81000030 t first\n"
				   "ffffffffc0000040 W inside\t[one]\n";
	struct dt_str out = {0};
	FILE *f = fmemopen((void *)text, strlen(text), "r");

	assert_true(dt_kernel_text_each_in(f, &(struct dt_kernel_text){&out, append_function}));
	assert_string_equal(dt_str_text(&out),
			    "vmlinux`first 10\nvmlinux`first 30\none`inside 40\n");
	fclose(f);
	f = fmemopen((void *)text, strcspn(text, "\n"), "r");
	assert_false(dt_kernel_text_each_in(f, &(struct dt_kernel_text){&out, append_function}));
	fclose(f);
	dt_str_deinit(&out);
}

static void a_kernel_symbol_is_found_by_its_whole_name_and_module(void **state)
{
	static const char text[] = "0000000000000000 A first_percpu\n"
				   "ffffffff81000000 D jiffies_64\n"
				   "not a line\n"
				   "ffffffff81000010 D jiffies\n"
				   "ffffffffc0000020 d state\t[one]\n"
				   "ffffffffc0000030 d state\t[one_more]\n"
				   "0000000000000000 T hidden\n"
				   "ffffffff81000040 B last";

	assert_int_equal(address_in(text, "", "jiffies"), 0xffffffff81000010);
	assert_int_equal(address_in(text, "vmlinux", "jiffies"), 0xffffffff81000010);
	assert_int_equal(address_in(text, "one", "jiffies"), 0xbad);
	assert_int_equal(address_in(text, "", "state"), 0xffffffffc0000020);
	assert_int_equal(address_in(text, "one_more", "state"), 0xffffffffc0000030);
	assert_int_equal(address_in(text, "on", "state"), 0xbad);
	assert_int_equal(address_in(text, "vmlinux", "state"), 0xbad);
	assert_int_equal(address_in(text, "", "jiff"), 0xbad);
	assert_int_equal(address_in(text, "", "first_percpu"), 0);
	assert_int_equal(address_in(text, "", "hidden"), 0xbad);
	assert_int_equal(address_in(text, "", "last"), 0xffffffff81000040);
}

static void kernel_addresses_have_the_global_name_and_the_module(void **state)
{
	struct dt_kernel_symbols k = {0};
	struct dt_symbol s;
	uint64_t range[2];

	dt_kernel_symbols_parse(&k, kallsyms, sizeof(kallsyms) - 1);
	assert_true(dt_kernel_symbol(&k, 0xffffffff81000010, &s));
	assert_string_equal(s.name, "start");
	assert_string_equal(s.object, "vmlinux");
	assert_int_equal(s.start, 0xffffffff81000000);
	assert_true(dt_kernel_symbol(&k, 0xffffffff81000100, &s));
	assert_string_equal(s.name, "weak");
	assert_true(dt_kernel_symbol(&k, 0xffffffffc0000041, &s));
	assert_string_equal(s.name, "ext4_read");
	assert_string_equal(s.object, "ext4");
	assert_int_equal(s.object_start, 0xffffffffc0000000);
	assert_false(dt_kernel_symbol(&k, 0x1000, &s));
	assert_false(dt_kernel_symbol(&k, 0xffffffff80ffffff, &s));
	assert_true(dt_kernel_function(&k, "start", range));
	assert_int_equal(range[1], 0xffffffff81000100);
	assert_false(dt_kernel_function(&k, "star", range));
	dt_kernel_symbols_deinit(&k);
}

static void frames_of_a_tracepoint_cover_its_class(void **state)
{
	static const char text[] = "ffffffff81000000 T bpf_trace_run3\n"
				   "ffffffff81000100 T other\n"
				   "ffffffff81001000 T __traceiter_own\n"
				   "ffffffff81001010 T __traceiter_event\n"
				   "ffffffff81001020 t probed\n"
				   "ffffffff81001030 t trace_raw_output_class\n"
				   "ffffffff81001040 t __bpf_trace_class\n"
				   "ffffffff81001050 t __pfx___bpf_trace_own\n"
				   "ffffffff81001060 t __bpf_trace_own\n"
				   "ffffffff81001070 t probed_too\n";
	struct dt_kernel_symbols k = {0};
	uint64_t range[DT_TRACING_FRAMES][2];

	dt_kernel_symbols_parse(&k, text, sizeof(text) - 1);
	assert_int_equal(dt_tracing_frames(&k, "event", 3, range), 3);
	assert_int_equal(range[0][0], 0xffffffff81000000);
	assert_int_equal(range[0][1], 0xffffffff81000100);
	assert_int_equal(range[1][0], 0xffffffff81001010);
	assert_int_equal(range[1][1], 0xffffffff81001020);
	assert_int_equal(range[2][0], 0xffffffff81001030);
	assert_int_equal(range[2][1], 0xffffffff81001070);
	assert_int_equal(dt_tracing_frames(&k, "own", 3, range), 3);
	assert_int_equal(range[2][0], 0xffffffff81001060);
	assert_int_equal(range[2][1], 0xffffffff81001070);
	assert_int_equal(dt_tracing_frames(&k, "unknown", 1, range), 0);
	dt_kernel_symbols_deinit(&k);
}

static void lines_of_maps_are_read(void **state)
{
	char text[] =
	    "55d0-55d8 r-xp 00001000 fe:1b 1234                    /usr/bin/cat (deleted)\n"
	    "no line\n"
	    "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0                  [vsyscall]\n"
	    "7f00-7f10 rw-p 00000000 00:00 0 \n";
	struct dt_proc_maps maps = {.file = fmemopen(text, sizeof(text) - 1, "r")};
	struct dt_proc_mapping m;

	assert_true(dt_proc_maps_next(&maps, &m));
	assert_int_equal(m.start, 0x55d0);
	assert_int_equal(m.end, 0x55d8);
	assert_int_equal(m.offset, 0x1000);
	assert_int_equal(m.major, 0xfe);
	assert_int_equal(m.minor, 0x1b);
	assert_int_equal(m.inode, 1234);
	assert_true(m.is_executable);
	assert_string_equal(m.path, "/usr/bin/cat");
	assert_true(dt_proc_maps_next(&maps, &m));
	assert_true(m.start == 0xffffffffff600000);
	assert_string_equal(m.path, "[vsyscall]");
	assert_true(dt_proc_maps_next(&maps, &m));
	assert_false(m.is_executable);
	assert_string_equal(m.path, "");
	assert_false(dt_proc_maps_next(&maps, &m));
	dt_proc_maps_close(&maps);
}

static void damaged_lists_do_no_harm(void **state)
{
	static const char text[] = "\n \nffffffff81000000\nffffffff81000000 \nffffffff81000000 T\n"
				   "ffffffff81000000 T x\t[\nffffffff81000000 T y\t[]";
	struct dt_kernel_symbols k = {0};
	struct dt_processes p = {0};
	struct dt_perf_map jit = {0};
	struct dt_proc_maps maps = {0};
	char text_of_maps[] = "x\n1-2\n3-4 r-xp\n5-6 r-xp 0 0:0 0\n7-8 r-xp 0 0:0 0 \n";
	static const char names[] = "1\n1 2\n10 0 zero\n20 g x\nzz\n30 10 name of it\n"
				    "0x0050 0x0010 void java()\n0x\n0x60 0x\n";
	struct dt_symbol s;

	for (size_t n = 0; n <= sizeof(text) - 1; n++) {
		dt_kernel_symbols_parse(&k, text, n);
		dt_kernel_symbols_deinit(&k);
	}
	maps.file = fmemopen(text_of_maps, sizeof(text_of_maps) - 1, "r");
	dt_process_take_maps(&p, 1 << 30, &maps);
	dt_proc_maps_close(&maps);
	assert_false(dt_process_symbol(&p, 1 << 30, 5, &s));
	dt_processes_deinit(&p);
	dt_perf_map_read_file(&jit, dt_file_create_memory(dt_strdup(names), strlen(names)));
	assert_int_equal(jit.table.v.len, 2);
	assert_string_equal(dt_symtab_name(&jit.table, dt_symtab_find(&jit.table, 0x3f)),
			    "name of it");
	assert_null(dt_symtab_find(&jit.table, 0x40));
	assert_string_equal(dt_symtab_name(&jit.table, dt_symtab_find(&jit.table, 0x5f)),
			    "void java()");
	dt_perf_map_deinit(&jit);
}

static void a_page_of_two_segments_has_two_addresses(void **state)
{
	struct dt_elf_segment segments[] = {
	    {.type = PT_LOAD, .offset = 0, .size = 0x12db4, .addr = 0},
	    {.type = PT_LOAD,
	     .offset = 0x12dc0,
	     .size = 0x3f6e0,
	     .addr = 0x13dc0,
	     .is_executable = true},
	};
	struct dt_elf e = {.segments = {segments, 2, 2}};
	uint64_t addr;

	assert_true(dt_elf_code_address(&e, 0x12000, &addr));
	assert_int_equal(addr, 0x13000);
	assert_true(dt_elf_address(&e, 0x12000, &addr));
	assert_int_equal(addr, 0x12000);
	assert_false(dt_elf_code_address(&e, 0x11fff, &addr));
}

static void read_names(struct dt_perf_map *jit, const char *names)
{
	dt_perf_map_read_file(jit, dt_file_create_memory(dt_strdup(names), strlen(names)));
}

static void names_of_generated_code_grow_or_are_written_anew(void **state)
{
	struct dt_perf_map jit = {0};

	read_names(&jit, "10 10 first\n20 10 second\n");
	read_names(&jit, "10 10 first\n20 10 second\n30 10 third\n");
	assert_int_equal(jit.table.v.len, 3);
	read_names(&jit, "40 10 a method that was compiled since\n10 10 first\n20 10 second\n");
	assert_int_equal(jit.table.v.len, 3);
	assert_null(dt_symtab_find(&jit.table, 0x30));
	assert_string_equal(dt_symtab_name(&jit.table, dt_symtab_find(&jit.table, 0x44)),
			    "a method that was compiled since");
	dt_perf_map_deinit(&jit);
}

__attribute__((noinline)) static int named_function(int n)
{
	return n * 3 + getpid();
}

static volatile char named_data[100000];

static void symbols_of_our_own_program_are_found(void **state)
{
	void *none = malloc(1);
	struct dt_processes p = {0};
	struct dt_symbol s;

	assert_true(dt_process_symbol(&p, getpid(), (uintptr_t)named_function + 1, &s));
	assert_string_equal(s.object, "test_symbols");
	assert_string_equal(s.name, "named_function");
	assert_int_equal(s.start, (uintptr_t)named_function);
	assert_true(dt_process_symbol(&p, getpid(), (uintptr_t)getpid, &s));
	assert_non_null(strstr(s.object, "libc"));
	assert_true(dt_process_symbol(&p, getpid(), (uintptr_t)&named_data[99999], &s));
	assert_string_equal(s.object, "test_symbols");
	assert_string_equal(s.name, "named_data");
	assert_int_equal(s.start, (uintptr_t)named_data);
	assert_false(dt_process_symbol(&p, getpid(), (uintptr_t)none, &s));
	assert_false(dt_process_symbol(&p, getpid(), 16, &s));
	dt_processes_deinit(&p);
	free(none);
}

static void reading_names_has_a_budget(void **state)
{
	struct dt_processes p = {.images = {.spent = UINT64_MAX / 2}};
	struct dt_symbol s;

	assert_true(dt_process_symbol(&p, getpid(), (uintptr_t)named_function + 1, &s));
	assert_string_equal(s.object, "test_symbols");
	assert_null(s.name);
	assert_int_equal(p.images.late.n, 1);
	assert_non_null(strstr(p.images.late.first, "test_symbols"));
	dt_processes_deinit(&p);
}

static void what_has_ended_or_forked_keeps_its_names(void **state)
{
	struct dt_processes p = {0};
	struct dt_symbol s;
	int child = fork();

	if (!child)
		for (;;)
			pause();
	dt_process_read(&p, child);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	dt_process_ended(&p, child);
	dt_process_forked(&p, child, 1 << 30);
	dt_process_ended(&p, 1 << 30);
	assert_true(dt_process_symbol(&p, child, (uintptr_t)named_function, &s));
	assert_string_equal(s.name, "named_function");
	assert_true(dt_process_symbol(&p, 1 << 30, (uintptr_t)named_function, &s));
	assert_string_equal(s.name, "named_function");
	dt_processes_deinit(&p);
}

static void map_file(struct dt_processes *p, int pid, uint64_t start, uint64_t end, uint64_t inode,
		     const char *path)
{
	const struct dt_proc_mapping m = {
	    .start = start, .end = end, .inode = inode, .is_executable = true, .path = path};

	dt_process_mapped(p, pid, &m);
}

static void the_newest_mapping_counts(void **state)
{
	struct dt_processes p = {0};
	struct dt_symbol s;
	int pid = 1 << 30;

	map_file(&p, pid, 0x1000, 0x9000, 1, "/nowhere/old.so");
	map_file(&p, pid, 0x3000, 0x4000, 2, "/nowhere/new.so");
	map_file(&p, pid, 0x5000, 0x6000, 0, "//anon");
	assert_true(dt_process_symbol(&p, pid, 0x3010, &s));
	assert_string_equal(s.object, "new.so");
	assert_null(s.name);
	assert_true(dt_process_symbol(&p, pid, 0x4000, &s));
	assert_string_equal(s.object, "old.so");
	assert_false(dt_process_symbol(&p, pid, 0x5000, &s));
	dt_processes_deinit(&p);
}

/** Maps files first in order of their addresses, like /proc, then at any address, like mmap(). */
static void the_newest_of_many_mappings_counts(void **state)
{
	enum { FILES = 40, PAGES = 64 };
	struct dt_processes p = {0};
	int pid = 1 << 30, newest[PAGES] = {0}, seed = 7;
	char path[32], name[16];
	struct dt_symbol s;

	for (int i = 1; i <= FILES; i++) {
		int first = i <= FILES / 2 ? 3 * i : (seed = seed * 31 % 61);
		int n = i <= FILES / 2 ? 2 : 1 + i % 5;

		snprintf(path, sizeof(path), "/nowhere/%d", i);
		for (int page = first; page < first + n && page < PAGES; page++)
			newest[page] = i;
		map_file(&p, pid, (uint64_t)first << 12, (uint64_t)(first + n) << 12, (uint64_t)i,
			 path);
		for (int page = 0; page < PAGES; page++) {
			bool found = dt_process_symbol(&p, pid, ((uint64_t)page << 12) + 8, &s);

			assert_int_equal(found, newest[page] != 0);
			snprintf(name, sizeof(name), "%d", newest[page]);
			if (found)
				assert_string_equal(s.object, name);
		}
	}
	dt_processes_deinit(&p);
}

static void only_so_many_of_the_ended_are_remembered(void **state)
{
	struct dt_processes p = {0};

	for (int i = 0; i < 20000; i++) {
		map_file(&p, i + 1, 0x1000, 0x2000, 1, "/nowhere/a");
		dt_process_ended(&p, i + 1);
	}
	assert_in_range(p.by_pid.len, 4000, 5000);
	assert_in_range(p.ended.len, 4000, 9000);
	dt_processes_deinit(&p);
}

static void mappings_of_the_ended_are_bounded(void **state)
{
	struct dt_processes p = {0};
	struct dt_symbol s;

	// Each process has its own file, which no other process keeps.
	for (int i = 1; i <= 1000; i++) {
		dt_cleanup(dt_free_p) char *path = dt_asprintf("/nowhere/%d", i);

		for (unsigned k = 1; k <= 1000; k++)
			map_file(&p, i, k << 16, (k << 16) + 0x1000, 1, path);
		dt_process_ended(&p, i);
	}
	assert_in_range(p.by_pid.len, 60, 70);
	assert_int_equal(p.images.by_key.len, p.by_pid.len);
	assert_int_equal(p.n_ended, p.by_pid.len * 1000);
	assert_true(dt_process_symbol(&p, 1000, 0x10010, &s));
	assert_string_equal(s.object, "1000");
	// A process id that is used again.
	dt_process_executed(&p, 1000);
	assert_int_equal(p.n_ended, (p.by_pid.len - 1) * 1000);
	dt_processes_deinit(&p);
}

static void mappings_of_one_process_are_bounded(void **state)
{
	struct dt_processes p = {0};
	struct dt_symbol s;

	// Many more than exist at any time: ended processes are forgotten.
	dt_process_read(&p, getpid());
	for (uint64_t k = 1; k <= 100000; k++)
		map_file(&p, getpid(), k << 16, (k << 16) + 0x1000, 1, "/nowhere/a");
	assert_in_range(((struct dt_process *)dt_map_get(&p.by_pid, &(int){getpid()}, sizeof(int)))
			    ->mappings.len,
			1, 10000);
	assert_true(dt_process_symbol(&p, getpid(), (uintptr_t)named_function, &s));
	assert_string_equal(s.name, "named_function");
	dt_processes_deinit(&p);
}

// ---- the watch of processes, over rings of the test

enum { RING = 256 * 1024, PAGE = 4096 };

struct made_ring {
	struct perf_event_mmap_page page;
	char pad[PAGE - sizeof(struct perf_event_mmap_page)];
	uint8_t data[RING];
};

/** Appends a record of 8-aligned parts, followed by its time. */
static void report_event(struct made_ring *r, uint32_t type, uint16_t misc, uint64_t time,
			 const void *body, size_t size)
{
	const struct perf_event_header h = {
	    .type = type, .misc = misc, .size = (uint16_t)(sizeof(h) + size + sizeof(time))};
	uint8_t bytes[256];

	memcpy(bytes, &h, sizeof(h));
	memcpy(bytes + sizeof(h), body, size);
	memcpy(bytes + sizeof(h) + size, &time, sizeof(time));
	for (size_t i = 0; i < h.size; i++)
		r->data[r->page.data_head++ % RING] = bytes[i];
}

static void report_fork(struct made_ring *r, uint64_t time, uint32_t parent, uint32_t child)
{
	const struct {
		uint32_t pid, parent, tid, parent_tid;
		uint64_t time;
	} e = {child, parent, child, parent, time};

	report_event(r, PERF_RECORD_FORK, 0, time, &e, sizeof(e));
}

static void report_mapping(struct made_ring *r, uint64_t time, uint32_t pid, uint64_t inode)
{
	const struct {
		uint32_t pid, tid;
		uint64_t addr, len, pgoff;
		uint32_t major, minor;
		uint64_t inode, generation;
		uint32_t prot, flags;
		char path[24];
	} e = {pid,    pid,
	       0x1000, 0x2000,
	       0x3000, 8,
	       1,      inode,
	       0,      PROT_READ | PROT_EXEC,
	       0,      "/lib/x.so (deleted)"};

	report_event(r, PERF_RECORD_MMAP2, 0, time, &e, sizeof(e));
}

struct events {
	dt_vec(uint64_t) order; // identifies the reports: child, inode
	uint64_t n_lost;
};

static void on_mapped(void *self, pid_t pid, const struct dt_proc_mapping *m)
{
	struct events *h = self;

	assert_int_equal(m->end, 0x3000);
	assert_int_equal(m->offset, 0x3000);
	assert_string_equal(m->path, "/lib/x.so");
	dt_vec_push(&h->order, m->inode);
}

static void on_forked(void *self, pid_t parent, pid_t child)
{
	struct events *h = self;

	dt_vec_push(&h->order, (uint64_t)child);
}

static void on_lost(void *self, uint64_t n)
{
	((struct events *)self)->n_lost += n;
}

static void add_ring(struct dt_watch *w, struct made_ring *r)
{
	r->page.data_offset = offsetof(struct made_ring, data);
	dt_vec_push(&w->rings, (struct dt_watch_ring){.fd = -1, .memory = r});
}

/** Returns a watch without the kernel, whose listeners write to `h`. */
static struct dt_watch made_watch(struct events *h, struct made_ring *a, struct made_ring *b)
{
	struct dt_watch w;

	dt_watch_init(&w, 0, DT_WATCH_HALF);
	dt_watch_listen(&w,
			&(struct dt_watch_listener){h, on_mapped, NULL, on_forked, NULL, on_lost});
	add_ring(&w, a);
	add_ring(&w, b);
	return w;
}

static void free_watch(struct dt_watch *w, struct events *h)
{
	w->rings.len = 0; // the test owns the rings
	dt_watch_deinit(w);
	dt_vec_deinit(&h->order);
}

static void reports_of_all_cpus_come_in_the_order_of_time(void **state)
{
	struct made_ring *a = dt_zalloc(sizeof(*a)), *b = dt_zalloc(sizeof(*b));
	struct events h = {0};
	struct dt_watch w = made_watch(&h, a, b);

	report_fork(a, 10, 1, 100);
	report_mapping(b, 20, 100, 200);
	report_fork(a, 30, 100, 300);
	report_mapping(a, 40, 100, 400);
	report_fork(b, 50, 1, 500);
	report_fork(b, UINT64_MAX, 1, 600); // later than the reading
	dt_watch_read(&w);
	assert_int_equal(h.order.len, 5);
	for (uint64_t i = 0; i < h.order.len; i++)
		assert_int_equal(h.order.data[i], 100 * (i + 1));
	assert_int_equal(a->page.data_tail, a->page.data_head);
	assert_true(b->page.data_tail < b->page.data_head);
	free_watch(&w, &h);
	free(a);
	free(b);
}

static void reports_survive_the_end_of_a_ring_and_losses_are_reported(void **state)
{
	struct made_ring *a = dt_zalloc(sizeof(*a)), *b = dt_zalloc(sizeof(*b));
	const uint64_t lost[2] = {1, 7}; // id, number
	struct events h = {0};
	struct dt_watch w = made_watch(&h, a, b);
	uint64_t n = 0;

	while (a->page.data_head < 3 * RING + 1000) {
		report_mapping(a, n, 100, n);
		n++;
		dt_watch_read(&w);
	}
	assert_int_equal(h.order.len, n);
	for (uint64_t i = 0; i < n; i++)
		assert_int_equal(h.order.data[i], i);
	report_event(b, PERF_RECORD_LOST, 0, 5, lost, sizeof(lost));
	dt_watch_read(&w);
	assert_int_equal(h.n_lost, 7);
	assert_int_equal(w.n_reports, n + 1);
	free_watch(&w, &h);
	free(a);
	free(b);
}

static void functions_are_read_with_their_bounds(void **state)
{
	struct dt_functions f = {0};
	const struct dt_function *own = NULL;

	assert_true(dt_functions_read(&f, dt_elf_create(dt_file_open("/proc/self/exe"), -1, NULL)));
	dt_vec_foreach (&f.v, fn)
		if (!strcmp(fn->name, "named_function"))
			own = fn;
	assert_non_null(own);
	assert_memory_equal(dt_functions_bytes(&f, own), (const void *)named_function, own->size);
	assert_ptr_equal(dt_functions_at(&f, own->addr + own->size - 1), own);
	assert_null(dt_functions_at(&f, 0));
	dt_functions_deinit(&f);
	assert_false(dt_functions_read(&f, dt_elf_create(dt_file_open("/dev/null"), -1, NULL)));
	dt_functions_deinit(&f);
}

/** Parses a copy of a section on the heap, as dt_eh_frame_parse() requires. */
static void parse_frames(struct dt_eh_frame *f, const uint8_t *bytes, size_t size)
{
	uint8_t *copy = dt_malloc(size + 1);

	memcpy(copy, bytes, size);
	dt_eh_frame_parse(f, copy, size, size, 0x1000, false);
}

static void frames_of_signals_are_marked(void **state)
{
	static const uint8_t frames[] = {
	    16, 0, 0, 0, 0,  0, 0, 0, 1,    'z',  'R', 'S', 0,	  1, 0x78, 16, 1, 0x1b, 0, 0, // CIE
	    16, 0, 0, 0, 24, 0, 0, 0, 0xe4, 0x0f, 0,   0,   0x30, 0, 0,	   0,  0, 0,	0, 0, // FDE
	    0,	0, 0, 0};
	struct dt_eh_frame f = {0};

	parse_frames(&f, frames, sizeof(frames));
	assert_int_equal(f.functions.len, 1);
	assert_true(f.functions.data[0].is_signal);
	dt_eh_frame_deinit(&f);
}

/** Reads every row of every function; the sanitizer detects errors. */
static void walk_rows(const struct dt_eh_frame *f)
{
	struct dt_frame_rows rows;
	struct dt_frame_row row;

	dt_vec_foreach (&f->functions, fn)
		if (dt_frame_rows_begin(&rows, f, fn))
			while (dt_frame_rows_next(&rows, &row))
				assert_true(row.start < row.end);
}

static const uint8_t usual_frames[] = {
    20,	  0,	0,  0,	  0,	0,  0, 0,    1,
    'z',  'R',	0,  1,	  0x78, 16, 1, 0x1b, // CIE
    0x0c, 7,	8,  0x90, 1,	0,  0,	     // CFA is rsp + 8, ra at CFA - 8
    28,	  0,	0,  0,	  28,	0,  0, 0,    0xe0,
    0x0f, 0,	0,  0x30, 0,	0,  0, 0, // FDE: 0x2000, 0x30 bytes
    0x41, 0x0e, 16, 0x86, 2,		  // after push %rbp
    0x43, 0x0d, 6,			  // after mov %rsp, %rbp
    0x6a, 0x0c, 7,  8,	  0xc6,		  // before ret
    0,	  0,	0,  0};

static void rows_locate_the_caller(void **state)
{
	struct dt_eh_frame f = {0};
	struct dt_frame_rows rows;
	struct dt_frame_row row;

	parse_frames(&f, usual_frames, sizeof(usual_frames));
	assert_int_equal(f.functions.len, 1);
	assert_int_equal(f.functions.data[0].addr, 0x2000);
	assert_int_equal(f.functions.data[0].size, 0x30);
	assert_ptr_equal(dt_eh_frame_find(&f, 0x202f), f.functions.data);
	assert_null(dt_eh_frame_find(&f, 0x2030));
	assert_null(dt_eh_frame_find(&f, 0x1fff));
	assert_true(dt_frame_rows_begin(&rows, &f, f.functions.data));

	assert_true(dt_frame_rows_next(&rows, &row));
	assert_int_equal(row.start, 0x2000);
	assert_int_equal(row.end, 0x2001);
	assert_true(row.has_cfa && row.cfa_register == 7 && row.cfa_offset == 8);
	assert_int_equal(row.bp.where, DT_FRAME_SAME);
	assert_true(row.ra.where == DT_FRAME_SAVED && row.ra.offset == -8);

	assert_true(dt_frame_rows_next(&rows, &row));
	assert_int_equal(row.end, 0x2004);
	assert_true(row.cfa_register == 7 && row.cfa_offset == 16);
	assert_true(row.bp.where == DT_FRAME_SAVED && row.bp.offset == -16);

	assert_true(dt_frame_rows_next(&rows, &row));
	assert_int_equal(row.end, 0x202e);
	assert_true(row.cfa_register == 6 && row.cfa_offset == 16);

	assert_true(dt_frame_rows_next(&rows, &row));
	assert_int_equal(row.end, 0x2030);
	assert_true(row.cfa_register == 7 && row.cfa_offset == 8);
	assert_int_equal(row.bp.where, DT_FRAME_SAME);
	assert_false(dt_frame_rows_next(&rows, &row));
	dt_eh_frame_deinit(&f);
}

static void damaged_frames_do_no_harm(void **state)
{
	uint8_t copy[sizeof(usual_frames)];
	struct dt_eh_frame f = {0};

	for (size_t n = 0; n < sizeof(usual_frames); n++) {
		parse_frames(&f, usual_frames, n);
		walk_rows(&f);
		dt_eh_frame_deinit(&f);
	}
	for (size_t i = 0; i < sizeof(usual_frames); i++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			memcpy(copy, usual_frames, sizeof(copy));
			copy[i] ^= (uint8_t)(1U << bit);
			parse_frames(&f, copy, sizeof(copy));
			walk_rows(&f);
			dt_eh_frame_deinit(&f);
		}
	}
}

static void the_time_of_a_listed_mapping_is_unknown(void **state)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	memset(&m, 0x55, sizeof(m));
	assert_true(dt_proc_maps_open(&maps, getpid()));
	assert_true(dt_proc_maps_next(&maps, &m));
	assert_int_equal(m.when, 0);
	dt_proc_maps_close(&maps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_time_of_a_listed_mapping_is_unknown),
	    cmocka_unit_test(kernel_addresses_have_the_global_name_and_the_module),
	    cmocka_unit_test(functions_are_distinguished_from_data_and_hidden_ones),
	    cmocka_unit_test(a_kernel_symbol_is_found_by_its_whole_name_and_module),
	    cmocka_unit_test(frames_of_a_tracepoint_cover_its_class),
	    cmocka_unit_test(lines_of_maps_are_read),
	    cmocka_unit_test(damaged_lists_do_no_harm),
	    cmocka_unit_test(a_page_of_two_segments_has_two_addresses),
	    cmocka_unit_test(names_of_generated_code_grow_or_are_written_anew),
	    cmocka_unit_test(symbols_of_our_own_program_are_found),
	    cmocka_unit_test(reading_names_has_a_budget),
	    cmocka_unit_test(what_has_ended_or_forked_keeps_its_names),
	    cmocka_unit_test(the_newest_mapping_counts),
	    cmocka_unit_test(the_newest_of_many_mappings_counts),
	    cmocka_unit_test(functions_are_read_with_their_bounds),
	    cmocka_unit_test(frames_of_signals_are_marked),
	    cmocka_unit_test(rows_locate_the_caller),
	    cmocka_unit_test(damaged_frames_do_no_harm),
	    cmocka_unit_test(only_so_many_of_the_ended_are_remembered),
	    cmocka_unit_test(mappings_of_the_ended_are_bounded),
	    cmocka_unit_test(mappings_of_one_process_are_bounded),
	    cmocka_unit_test(reports_of_all_cpus_come_in_the_order_of_time),
	    cmocka_unit_test(reports_survive_the_end_of_a_ring_and_losses_are_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
