/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The memory of programs inside the target. One block holds the code and, behind it, the region.
 * dtrace has mapped the region, too; the directory is memory of the target alone. Each thread
 * claims a slot. dtrace looks for new and for vacant slots a few times a second.
 *
 * The target may write anything anywhere in its memory. So dtrace identifies threads only by /proc,
 * and keeps its counts in its own memory.
 *
 * Decision: docs/dev/decisions/0095-one-region-for-tracer-and-target.md
 * Decision: docs/dev/decisions/0141-stubs-next-to-the-code.md
 * Decision: docs/dev/decisions/0142-children-inherit-the-region.md
 */
#include "session/program/body/body.h"

#include "base/host/cpus.h"
#include "base/host/timed.h"
#include "base/time.h"
#include "session/process/process.h"
#include "session/program/inside/following.h"
#include "symbols/process/proc.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
	SLOTS_MIN = 128,
	SLOTS_MAX = 1024,
	SLOTS_FOLLOWED = 512,  // at least, if children are followed
	RING_MIN = 64 << 10,   // bytes
	CHUNK = 16 << 10,      // the same of a chunk of records, or more if one needs it
	LOOK = 100 * 1000000,  // ns between looks at the slots,
	LOOK_SCARCE = 1000000, // if few are free
	TICK = 1000000,	       // ns between the times of programs that cannot ask
};

/** Where the directory and the region lie if children are followed. No program that they execute
 *  has memory there: it is far from those addresses where the kernel puts files, stacks and heaps.
 */
static const uint64_t FIXED_DIRECTORY = UINT64_C(0x2a0000000000),
		      FIXED_REGION = UINT64_C(0x2a0001000000);

static uint32_t power_of_two(uint64_t n)
{
	uint32_t p = 1;

	while (p < n)
		p *= 2;
	return p;
}

static bool follows(const struct dtrace *d)
{
	return d->options.v[DT_OPT_follow];
}

void dt_session_inside_count(struct dtrace *d)
{
	uint64_t n = 2ULL * d->inside->facts.n_threads, least = SLOTS_MIN;

	if (follows(d))
		least = SLOTS_FOLLOWED;
	d->inside->n_slots = power_of_two(n < least ? least : n > SLOTS_MAX ? SLOTS_MAX : n);
}

bool dt_session_inside_has_pool(const struct dtrace *d)
{
	return d->programs->in_target && d->options.v[DT_OPT_bufpolicy] == DT_BUFPOLICY_SWITCH;
}

struct dt_native_chunks dt_session_inside_chunks(const struct dtrace *d)
{
	uint64_t option = (uint64_t)d->options.v[DT_OPT_bufsize];
	uint64_t chunk = option < CHUNK ? power_of_two(option) : CHUNK;
	uint64_t bytes = option * dt_cpus_end("present"),
		 slots = chunk * DT_NATIVE_LEVELS * d->inside->n_slots;

	if (!dt_session_inside_has_pool(d))
		return (struct dt_native_chunks){0};
	bytes = bytes < slots ? slots : bytes;
	if (chunk < d->programs->desc->record_max)
		chunk = power_of_two(d->programs->desc->record_max);
	return (struct dt_native_chunks){.n = (uint32_t)(bytes / chunk), .size = (uint32_t)chunk};
}

uint32_t dt_session_inside_ring(const struct dtrace *d)
{
	uint64_t option = (uint64_t)d->options.v[DT_OPT_bufsize], each;

	if (!d->programs->in_target || dt_session_inside_has_pool(d))
		return 0;
	each = option * dt_cpus_end("present") / d->inside->n_slots;
	each = each < RING_MIN ? RING_MIN : each;
	return power_of_two(each < option ? each : option);
}

// ---- memory

struct dt_error *dt_session_inside_allocate(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_native_region *r = &d->loaded->region;
	dt_cleanup(dt_free_p) struct dt_place_memory *memory = NULL;
	size_t page = (size_t)sysconf(_SC_PAGESIZE), n;
	struct dt_place_memory *region, *directory;

	dt_session_guards_plan(d);
	dt_session_inside_areas(d);
	n = in->areas.len + 2;
	memory = dt_zalloc(n * sizeof(*memory));
	// Stubs are nearest to the code: processors predict a jump worse if it leaves 16 MB.
	for (size_t i = 0; i < in->areas.len; i++) {
		const struct dt_inside_area *a = &in->areas.data[i];

		memory[i] = (struct dt_place_memory){
		    .size = (a->size + page - 1) / page * page, .low = a->low, .high = a->high};
	}
	directory = &memory[in->areas.len];
	*directory = (struct dt_place_memory){
	    .size = (sizeof(struct dt_native_directory) + page - 1) / page * page,
	    .low = in->areas.data[0].low,
	    .high = in->areas.data[0].high,
	    .fixed = follows(d) ? FIXED_DIRECTORY : 0,
	    .is_data = true,
	    .is_inherited = follows(d)};
	region = directory + 1;
	*region = (struct dt_place_memory){.size = r->code_size + r->size,
					   .low = in->areas.data[0].low,
					   .high = in->areas.data[0].high,
					   .fixed = follows(d) ? FIXED_REGION : 0,
					   .shared = r->size,
					   .is_inherited = follows(d),
					   .is_given = in->is_image,
					   .fd = r->fd};
	in->is_placed = true;
	DT_TRY(
	    dt_session_inside_refuse(d, dt_place_allocate(d->targets->placer, in->pid, memory, n)));
	for (size_t i = 0; i < in->areas.len; i++)
		in->areas.data[i].copy.base = memory[i].at;
	in->directory = directory->at;
	if (!in->is_image)
		r->fd = region->fd;
	in->code = region->at;
	in->region = in->code + r->code_size;
	return NULL;
}

/** Returns the facts of the process, for slots without a thread. If the next thread may be a
 * child's, its program finds the process and the parent itself. */
static struct dt_native_level facts_of(const struct dtrace *d)
{
	const struct dt_inside *in = d->inside;
	struct dt_proc_status status;
	char name[DT_PROC_NAME];
	struct dt_native_level facts = {0};

	if (!follows(d))
		facts.pid_tgid = (uint64_t)in->pid << 32;
	if (dt_proc_status(in->pid, &status)) {
		facts.uid_gid = (uint64_t)status.real_group << 32 | status.real_user;
		facts.ppid = (uint32_t)status.parent;
	}
	dt_proc_name(in->pid, name);
	memcpy(facts.comm, name, sizeof(facts.comm));
	return facts;
}

// ---- slots

static struct dt_native_slot *slot_at(const struct dtrace *d, unsigned slot)
{
	const struct dt_native_region *r = &d->loaded->region;

	return (struct dt_native_slot *)(r->memory + r->slots) + slot;
}

uint64_t dt_session_inside_drops(const struct dtrace *d)
{
	struct dt_inside *in = d->inside;

	for (unsigned slot = 0; in->is_mapped && slot < in->n_slots; slot++)
		in->n_drops += dt_store_growth(
		    __atomic_load_n(&slot_at(d, slot)->drops, __ATOMIC_RELAXED), &in->drops[slot]);
	return in->n_drops;
}

uint64_t dt_session_inside_misses(const struct dtrace *d)
{
	struct dt_inside *in = d->inside;

	if (in->is_mapped)
		in->n_misses += dt_store_growth(
		    __atomic_load_n(&slot_at(d, 0)->misses, __ATOMIC_RELAXED), &in->misses);
	return in->n_misses;
}

bool dt_session_inside_read(pid_t pid, uint64_t at, void *to, size_t n)
{
	struct iovec own = {to, n}, foreign = {(void *)(uintptr_t)at, n};

	return process_vm_readv(dt_living_thread(pid), &own, 1, &foreign, 1, 0) == (ssize_t)n;
}

/** Lists the threads of the target: the id in its namespace → the id here. Notes whether a filter
 * of system calls applies to one. */
static bool list_threads(struct dt_inside *in, struct dt_map *ret)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/task", (int)in->pid);
	struct dt_proc_status status;
	DIR *dir = opendir(path);

	for (const struct dirent *e; dir && (e = readdir(dir));) {
		pid_t thread = (pid_t)atoi(e->d_name);
		uint32_t own;

		if (thread <= 0 || !dt_proc_status(thread, &status))
			continue;
		own = (uint32_t)status.own;
		in->facts.is_filtered |= status.is_filtered;
		dt_map_put(ret, &own, sizeof(own), (void *)(uintptr_t)thread);
	}
	if (dir)
		closedir(dir);
	return dir;
}

/** Gives a slot the facts of the thread that has claimed it, and that has the id `own` in its PID
 *  namespace. */
static void complete_slot(struct dtrace *d, unsigned slot, uint32_t own, pid_t process,
			  pid_t thread)
{
	char name[DT_PROC_NAME];

	dt_proc_name(thread, name);
	for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++) {
		struct dt_native_level *level = dt_native_region_level(&d->loaded->region, slot, k);

		level->thread = own;
		level->pid_tgid = (uint64_t)process << 32 | (uint32_t)thread;
		memcpy(level->comm, name, sizeof(level->comm));
	}
}

/** Enters a thread into the directory. Returns false if there is no room near its id. */
static bool enter_thread(struct dt_native_directory *dir, uint32_t own, unsigned slot)
{
	for (size_t k = 0; k < DT_NATIVE_SEARCH; k++) {
		struct dt_native_entry *e = &dir->entries[(own + k) % DT_NATIVE_ENTRIES];

		if (e->thread)
			continue;
		*e = (struct dt_native_entry){own, slot};
		return true;
	}
	return false;
}

/** Claims slots for the threads of a target in another PID namespace: a stub would claim them, too,
 * but with an id of that namespace. */
static struct dt_error *claim_slots(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	dt_cleanup(dt_free_p) struct dt_native_directory *dir = NULL;
	struct dt_proc_status status;
	struct dt_map threads = {0};
	struct dt_map_entry *e;
	size_t pos = 0;
	unsigned slot = 0;

	if (!dt_proc_status(in->pid, &status) || status.own == in->pid)
		return NULL;
	dir = dt_zalloc(sizeof(*dir));
	list_threads(in, &threads);
	while (slot < in->n_slots && (e = dt_map_next(&threads, &pos))) {
		uint32_t own;

		memcpy(&own, e->key, sizeof(own));
		if (!enter_thread(dir, own, slot))
			continue;
		complete_slot(d, slot, own, in->pid, (pid_t)(uintptr_t)e->value);
		in->owners[slot] = own;
		slot_at(d, slot++)->owner = own;
	}
	dt_map_deinit(&threads);
	return dt_place_write(d->targets->placer, in->pid, in->directory, dir, sizeof(*dir));
}

struct dt_error *dt_session_inside_fill(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_native_region *r = &d->loaded->region;
	const struct dt_native_level facts = facts_of(d);

	in->owners = dt_zalloc(in->n_slots * sizeof(*in->owners));
	in->drops = dt_zalloc(in->n_slots * sizeof(*in->drops));
	for (unsigned slot = 0; slot < in->n_slots; slot++)
		dt_native_region_prepare(r, slot, &facts, in->region);
	dt_session_inside_fill_tables(d);
	dt_session_inside_list_spans(d);
	dt_session_guards_begin(d);
	in->is_mapped = true;
	dt_session_following_begin(d);
	DT_TRY(claim_slots(d));
	return dt_place_write(d->targets->placer, in->pid, in->code, r->code, r->code_used);
}

/** Returns the slot that the process's thread itself has claimed, or a free one, which the thread
 *  gets; n_slots: there is none. */
static unsigned choose_slot(const struct dtrace *d, const struct dt_inside *first, uint32_t thread)
{
	for (unsigned slot = 0; slot < first->n_slots; slot++)
		if (__atomic_load_n(&slot_at(d, slot)->owner, __ATOMIC_ACQUIRE) == thread)
			return slot;
	for (unsigned slot = 0; slot < first->n_slots; slot++) {
		uint32_t none = 0;

		if (__atomic_compare_exchange_n(&slot_at(d, slot)->owner, &none, thread, false,
						__ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			return slot;
	}
	return first->n_slots;
}

/** Gives the only thread of an image a slot with its facts. It keeps the variables of the thread.
 *  The firing in which it has executed the program never ends. */
static struct dt_error *claim_slot(struct dtrace *d, struct dt_inside *first)
{
	struct dt_inside *in = d->inside;
	const struct dt_native_entry entry = {(uint32_t)in->pid,
					      choose_slot(d, first, (uint32_t)in->pid)};
	struct dt_proc_status status;

	if (entry.slot == first->n_slots || !dt_proc_status(in->pid, &status))
		return NULL;
	complete_slot(d, entry.slot, entry.thread, in->pid, in->pid);
	first->owners[entry.slot] = entry.thread;
	for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++) {
		struct dt_native_level *level =
		    dt_native_region_level(&d->loaded->region, entry.slot, k);

		level->ppid = (uint32_t)status.parent;
		level->uid_gid = (uint64_t)status.real_group << 32 | status.real_user;
		level->calls = level->began = level->busy = 0;
	}
	return dt_place_write(d->targets->placer, in->pid,
			      in->directory + offsetof(struct dt_native_directory, entries) +
				  entry.thread % DT_NATIVE_ENTRIES * sizeof(entry),
			      &entry, sizeof(entry));
}

struct dt_error *dt_session_inside_fill_image(struct dtrace *d, struct dt_inside *first)
{
	const struct dt_native_region *r = &d->loaded->region;

	DT_TRY(dt_place_write(d->targets->placer, d->inside->pid, d->inside->code, r->code,
			      r->code_used));
	return claim_slot(d, first);
}

/** Removes the entry of a thread that has gone from the directory of a process. Returns false if
 *  that fails. */
static bool clear_entry(struct dtrace *d, pid_t pid, uint32_t owner, unsigned slot)
{
	static const struct dt_native_entry none;
	uint64_t entries = d->inside->directory + offsetof(struct dt_native_directory, entries);

	for (size_t k = 0; k < DT_NATIVE_SEARCH; k++) {
		uint64_t at = entries + (owner + k) % DT_NATIVE_ENTRIES * sizeof(none);
		struct dt_native_entry e;
		struct dt_error *err;

		if (!dt_session_inside_read(pid, at, &e, sizeof(e)))
			return true; // it has ended, or runs another program
		if (e.thread != owner || e.slot != slot)
			continue;
		err = dt_place_write(d->targets->placer, pid, at, &none, sizeof(none));
		if (err) {
			dt_error_destroy(err);
			return false;
		}
	}
	return true;
}

/** Frees the slot of a thread that has gone: first its entry in the directory. */
static void free_slot(struct dtrace *d, unsigned slot, uint32_t owner)
{
	struct dt_inside *in = d->inside;
	const struct dt_native_level facts = facts_of(d);

	if (!clear_entry(d, in->pid, owner, slot))
		return;
	dt_vec_foreach (&d->following->list, i)
		if (!clear_entry(d, i->pid, owner, slot))
			return;
	dt_native_region_prepare(&d->loaded->region, slot, &facts, in->region);
	in->owners[slot] = 0;
	__atomic_store_n(&slot_at(d, slot)->owner, 0, __ATOMIC_RELEASE);
}

static unsigned count_used(const struct dtrace *d)
{
	unsigned n = 0;

	for (unsigned slot = 0; slot < d->inside->n_slots; slot++)
		n += __atomic_load_n(&slot_at(d, slot)->owner, __ATOMIC_RELAXED) != 0;
	return n;
}

bool dt_session_inside_has_region(const struct dtrace *d, pid_t pid)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	bool found = false;
	struct stat st;

	if (fstat(d->loaded->region.fd, &st) || !dt_proc_maps_open(&maps, pid))
		return false;
	while (!found && dt_proc_maps_next(&maps, &m))
		found = m.inode == st.st_ino && strstr(m.path, DT_PLACE_REGION);
	dt_proc_maps_close(&maps);
	return found;
}

/** Looks at a slot whose owner is no thread of the target. Gives it the facts of a thread of a
 * child, if it is one, and returns false if its thread has gone. */
static bool look_at_child(struct dtrace *d, unsigned slot, uint32_t owner)
{
	struct dt_proc_status status;

	if (!follows(d) || !dt_proc_status((pid_t)owner, &status))
		return false;
	if (d->inside->owners[slot] == owner || !dt_session_inside_has_region(d, status.group))
		return true;
	complete_slot(d, slot, owner, status.group, (pid_t)owner);
	for (unsigned k = 0; k < DT_NATIVE_LEVELS; k++)
		dt_native_region_level(&d->loaded->region, slot, k)->ppid = (uint32_t)status.parent;
	return true;
}

/** Looks at all slots. Vacant ones are freed when slots become scarce: a new thread with the id of
 *  the last one may use its slot meanwhile. */
static void look_at_slots(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_map threads = {0};
	unsigned used = count_used(d);

	if (list_threads(in, &threads)) {
		for (unsigned slot = 0; slot < in->n_slots; slot++) {
			uint32_t owner =
			    __atomic_load_n(&slot_at(d, slot)->owner, __ATOMIC_ACQUIRE);
			uintptr_t thread = (uintptr_t)dt_map_get(&threads, &owner, sizeof(owner));
			bool lives = thread || (owner && look_at_child(d, slot, owner));

			if (owner && thread && in->owners[slot] != owner)
				complete_slot(d, slot, owner, in->pid, (pid_t)thread);
			if (owner && !lives && used > in->n_slots / 2)
				free_slot(d, slot, owner);
			else
				in->owners[slot] = owner;
		}
	}
	dt_map_deinit(&threads);
	dt_session_guards_heed(d);
	dt_session_inside_look_at_memory(d);
}

static uint64_t look_due(const struct dtrace *d)
{
	const struct dt_inside *in = d->inside;

	return in->looked + (count_used(d) > in->n_slots / 2 ? LOOK_SCARCE : LOOK);
}

uint64_t dt_session_inside_due(const struct dtrace *d)
{
	const struct dt_native_region *r = &d->loaded->region;
	const struct dt_inside *in = d->inside;
	uint64_t due;

	if (!in->is_placed || !in->is_mapped)
		return UINT64_MAX;
	due = dt_earlier(look_due(d), r->has_counter ? r->due : UINT64_MAX);
	return in->is_coarse ? dt_earlier(due, dt_now() + TICK) : due;
}

static void report_cleaning(struct dtrace *d, struct dt_error *err)
{
	int pid = (int)d->inside->pid;

	if (err)
		dt_session_message(d,
				   "probe-placer was killed, and process %d keeps its probes: %s",
				   pid, err->message);
	else
		dt_session_message(d,
				   "probe-placer was killed: dtrace has removed all probes inside "
				   "process %d",
				   pid);
	dt_error_destroy(err);
}

/** Removes the probes by another placer, because the first one was killed. */
static void clean_up(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_place_found found;
	struct dt_error *err;

	in->is_placed = in->is_open = false;
	dt_placer_end(d->targets->placer);
	err = dt_placer_create(&d->targets->placer);
	if (!err) {
		dt_session_following_clean(d);
		err = dt_place_clean(d->targets->placer, in->pid, &found);
	}
	if (dt_session_target_has_ended(d->targets->list.data))
		dt_error_destroy(err);
	else
		report_cleaning(d, err);
}

void dt_session_inside_work(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	uint64_t word;

	if (in->is_placed && dt_placer_has_ended(d->targets->placer)) {
		dt_session_wait_remove(d, dt_placer_fd(d->targets->placer));
		clean_up(d);
	}
	if (!in->is_placed || !in->is_mapped)
		return;
	dt_native_region_renew(&d->loaded->region);
	dt_session_guards_time(d);
	if (dt_now() < look_due(d))
		return;
	in->looked = dt_now();
	dt_session_following_look(d);
	if (!d->following->are_followed &&
	    !dt_session_inside_read(in->pid, in->directory, &word, sizeof(word)))
		return; // it has ended, or runs another program
	look_at_slots(d);
}

// ---- the end

void dt_session_inside_detach(struct dtrace *d)
{
	struct dt_inside *in = d->inside;
	struct dt_error *err;

	if (!in->is_placed)
		return;
	if (in->is_mapped)
		dt_session_guards_heed(d); // the target may have ended soon after
	in->is_placed = false;
	dt_session_following_end(d);
	err = dt_place_remove(d->targets->placer, in->pid);
	if (err && dt_placer_has_ended(d->targets->placer)) {
		dt_error_destroy(err);
		clean_up(d);
		return;
	}
	if (err && !dt_session_target_has_ended(d->targets->list.data))
		dt_session_message(d, "%s; dtrace tries to remove its probes for 10 seconds",
				   err->message);
	dt_error_destroy(err);
}

/** Forgets everything about the target but its files and sites. */
static void reset(struct dt_inside *in)
{
	dt_vec_foreach (&in->areas, a) {
		dt_session_frames_drop(a);
		dt_vec_deinit(&a->copy.bytes);
	}
	dt_vec_foreach (&in->stubs, s)
		dt_stub_deinit(s);
	dt_vec_foreach (&in->sites, s)
		s->is_patched = false;
	dt_vec_foreach (&in->files, f)
		(*f)->is_new = (*f)->high;
	dt_vec_deinit(&in->areas);
	dt_vec_deinit(&in->stubs);
	dt_session_counts_deinit(in);
	free(in->owners);
	free(in->drops);
	in->owners = NULL;
	in->drops = NULL;
	in->misses = 0;
	in->busiest = 0;
	in->finder_list = 0;
	in->is_mapped = in->is_open = in->has_heeded = in->is_coarse = false;
}

bool dt_session_inside_retreats(struct dtrace *d, struct dt_error **err)
{
	struct dt_inside *in = d->inside;

	if (!in->is_open || (!in->refused && !in->has_left))
		return false;
	dt_error_destroy(*err);
	*err = NULL;
	in->has_left = false;
	dt_session_inside_detach(d);
	reset(in);
	return true;
}

void dt_session_inside_deinit(struct dt_inside *in)
{
	reset(in);
	dt_vec_foreach (&in->files, f)
		free(*f);
	dt_vec_deinit(&in->files);
	dt_vec_deinit(&in->sites);
	dt_session_guards_deinit(in);
	free(in->hook.path);
	free(in->finder.path);
	dt_vec_deinit(&in->tables.known);
	dt_session_bodies_deinit(in);
	dt_vec_deinit(&in->tables.ranges);
	dt_vec_deinit(&in->tables.pages);
	dt_vec_deinit(&in->tables.rows);
	dt_unwind_rules_deinit(&in->tables.rules);
	dt_vec_deinit(&in->by_probe);
}
