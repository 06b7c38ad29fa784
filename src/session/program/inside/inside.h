/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Probes whose programs run inside the target, as machine code that patched sites call. There is at
 * most one such target. Its programs and those that dtrace itself runs share one region.
 *
 *	sites.c   which probes have sites that can be patched; counters of attached probes
 *	inside.c  the target's memory, its slots, and the end
 *	stubs.c   stubs of the sites, and the patches that lead to them
 *	stacks.c  how the target's programs read its memory and unwind its stacks
 *	guards.c  what they do when the target filters system calls, or forbids to read the counter
 *	frames.c  how the target's own unwinders pass stubs
 *	following.c programs that followed processes execute
 */
#ifndef DT_SESSION_INSIDE_H
#define DT_SESSION_INSIDE_H

#include "instrument/move/stub.h"
#include "place/place.h"
#include "session/program/program.h"
#include "symbols/unwind/table.h"

/** A text with its plans, which all processes share that map its file. */
struct dt_inside_text {
	uint64_t device, inode;
	struct dt_text *text;
	struct dt_map plans; // of sites.c, by offset and kind of the site
};

/** A file that the target has mapped. */
struct dt_inside_file {
	const char *path;     // opens it
	uint64_t device;      // of what was mapped, by stat(2): another file may have the path
	uint64_t inode;	      // later
	uint64_t offset;      // of its first site
	struct dt_text *text; // NULL: it cannot be read
	struct dt_inside_text *shared;
	uint64_t bias;	    // the target's addresses - the file's
	uint64_t low, high; // its mappings; 0: it is not mapped
	bool is_new;	    // it was mapped after the last sites were patched
	bool has_guards;    // they are planned
};

/** A function of the target that moves as a whole, with all sites in it. */
struct dt_inside_body {
	struct dt_inside_file *file;
	struct dt_body plan;
	size_t n_calls; // sites at which programs are called, at most
	bool counts;	// its blocks are counted
	size_t counter; // index of its first counter
	size_t block;	// number of its first block
	size_t stub;	// index of its stub + 1; 0: it has none
};

/** A site of a probe. Those of one probe are adjacent. */
struct dt_inside_site {
	const struct dt_probe *probe; // NULL: the hook, or the finder's function
	const struct dt_site *site;
	struct dt_inside_file *file;
	enum dt_refusal refusal;
	struct dt_plan plan;	     // if there is no refusal
	struct dt_inside_body *body; // NULL: it moves with its block alone
	bool is_counted;	     // with its block: its program is not called
	/** The kernel probes the original instruction, because control may reach it; if there is a
	 *  refusal, the kernel alone. */
	bool in_place;
	bool is_patched;
};

/** A part of a file's text. */
struct dt_inside_span {
	uint64_t begin, end; // the file's addresses
};
enum { DT_INSIDE_SPANS = 2 };

/** Memory for stubs within reach of the files from `low` to `high`. A file that is mapped while
 *  tracing has its own, which serves another one once the file is unmapped. */
struct dt_inside_area {
	uint64_t low, high;
	size_t size;			   // at most
	const struct dt_inside_file *only; // the only file; NULL: all in the range
	bool is_new;			   // nothing is written yet
	bool is_free;
	struct dt_copy copy;
	struct dt_stub_routines routines;
	uint64_t header; // of its tables for unwinders; 0: it has none
};

/** A mapping with code for which there is a table, or none: n_pages 0. */
struct dt_inside_code {
	uint64_t device, inode, offset; // of the mapping
	uint64_t address;		// the file's, of its first byte
	uint64_t base;			// as in struct dt_unwind_own
	uint32_t first_page, n_pages;
};

/** Tables for the stacks of the target (abi/unwind.h). */
struct dt_inside_tables {
	bool are_built, is_second;	 // programs use the second half of the ranges
	size_t n_pages, n_rows, n_rules; // at most, and
	size_t written_pages, written_rows, written_rules;
	dt_vec(struct dt_inside_code) known;
	dt_vec(struct dt_unwind_own) ranges;
	dt_vec(struct dt_unwind_page) pages;
	dt_vec(dt_unwind_row) rows;
	struct dt_unwind_rules rules;
};

/** A site of dtrace's own. */
struct dt_inside_hook {
	char *path;
	struct dt_site site;
	struct dt_inside_site planned;
};

/**
 * A site in front of a system call that may install a filter of system calls, or forbid the
 * processor's counter. Its program notes that, so that programs do nothing for which the target
 * would end.
 */
struct dt_inside_guard {
	struct dt_site site;
	struct dt_inside_site planned;
	uint64_t operands; // its cookie
	bool is_exec_gate; // the program lets execve(2) wait instead (following.h)
};

struct dt_inside {
	pid_t pid;	    // 0: no programs run inside a process
	bool is_image;	    // a program that another process than the target executes (following.h)
	bool is_replaced;   // the target has executed another program
	uint32_t first_new; // serial number: skips of earlier probes are known
	bool is_open;	    // the placer knows the target
	const char *refused; // why the kernel serves the whole target, as the end of a sentence
	bool has_left;	     // sites that turned out to need the kernel
	struct dt_place_facts facts;
	bool is_placed; // the placer has changed the target, or has tried to
	dt_vec(struct dt_inside_file *) files;
	dt_vec(struct dt_inside_site) sites;
	/** The function of the dynamic linker that the target calls when it has mapped or unmapped
	 *  files, before it runs their code (struct dt_gate). */
	struct dt_inside_hook hook;
	bool waits; // at the hook, until the files are probed
	dt_vec(struct dt_inside_guard *) guards;
	bool has_heeded; // a filter of system calls
	bool is_coarse;	 // programs have no time but dt_native_head.coarse
	/** The function that unwinders ask for tables (struct dt_finder_range). */
	struct dt_inside_hook finder;
	bool finds;	      // tables describe stubs
	uint64_t finder_list; // the target's address; 0: it is not written yet
	/** By the serial number of a probe: index in `sites` of its first one + 1, or 0. */
	dt_vec(uint32_t) by_probe;
	dt_vec(struct dt_inside_area) areas;
	dt_vec(struct dt_stub) stubs; // of sites that are being patched
	unsigned n_slots;
	uint64_t code, region, directory; // the target's addresses
	dt_u32 *owners;			  // of slots, as of the last look
	uint64_t *drops, misses;	  // counters of slots, as they were read last
	uint64_t n_drops, n_misses;	  // sums of plausible increases of these counters
	uint64_t looked;		  // ns of CLOCK_MONOTONIC
	bool is_mapped;			  // the region is filled
	struct dt_inside_tables tables;
	dt_vec(struct dt_inside_body *) bodies;
	size_t n_counters;	  // of blocks
	struct dt_counts *counts; // body/counts.c; NULL: no block is counted
	uint32_t busiest;	  // thread with counters of its own; 0: not chosen yet
	unsigned next_slot;	  // the next search for stacks begins with this slot
};

/** Plans the sites of all enabled probes that may run inside the target. Opens the target at the
 * first call. Drops probes that no executor can serve. */
struct dt_error *dt_session_inside_plan(struct dtrace *d) dt_must_use;
/** Returns the planned sites of the probe, n_sites of them; NULL: there are none. The next call of
 *  dt_session_inside_plan() may move them. */
struct dt_inside_site *dt_session_inside_sites(const struct dtrace *d, const struct dt_probe *p);
/** Writes the text that a patch by the plan replaces: its instructions, and padding. Returns the
 *  number of spans. */
size_t dt_session_inside_spans(const struct dt_plan *plan,
			       struct dt_inside_span ret[DT_INSIDE_SPANS]);
/** Returns the file of a site, or NULL if no planned site is in it. */
struct dt_inside_file *dt_session_inside_file(const struct dtrace *d, const struct dt_site *s);
/** Plans the sites of a probe that was found while tracing. If one cannot be patched, none is. */
void dt_session_inside_plan_later(struct dtrace *d, const struct dt_probe *p);
/** Plans a site alone, unless that was done. */
void dt_session_inside_plan_site(struct dtrace *d, struct dt_inside_site *site);
/** Plans the sites of all probes in files that the image has mapped, and the finder. */
void dt_session_inside_plan_image(struct dtrace *d);
/** Looks which files are mapped now. Forgets the patches of those that are not. */
struct dt_error *dt_session_inside_refresh(struct dtrace *d) dt_must_use;
/** stubs.c: Patches the sites of files that have been mapped since the last time. */
struct dt_error *dt_session_inside_attach_later(struct dtrace *d) dt_must_use;
/** stubs.c: Patches the sites that lie in mapped files and are not patched yet. */
struct dt_error *dt_session_inside_attach_image(struct dtrace *d) dt_must_use;
/** Returns a copy of the probe with those sites alone that the kernel probes in their place; NULL:
 *  there are none. The arena owns it. */
struct dt_probe *dt_session_inside_in_place(const struct dtrace *d, const struct dt_probe *p);
/** Returns the first site of the probe that neither can be patched nor is in_place, or NULL. */
struct dt_inside_site *dt_session_inside_refused(const struct dtrace *d, const struct dt_probe *p);

/** Sets the number of slots: twice as many as the target has threads now. */
void dt_session_inside_count(struct dtrace *d);
/** Reports whether the target's records are in a pool of chunks. With bufpolicy=fill and ring, each
 * slot has a ring. */
bool dt_session_inside_has_pool(const struct dtrace *d);
/** Returns the pool's size: the memory of the rings of CPUs, but at least a chunk for each level.
 * Call it when all programs are lowered. */
struct dt_native_chunks dt_session_inside_chunks(const struct dtrace *d);
/** Returns the bytes of a ring so that the rings of all slots together take as much memory as those
 * of CPUs; 0: the option decides. */
uint32_t dt_session_inside_ring(const struct dtrace *d);
/** Allocates the target's memory, with the region's file. */
struct dt_error *dt_session_inside_allocate(struct dtrace *d) dt_must_use;
/** Writes the programs into the memory of an image. Its thread gets a slot. */
struct dt_error *dt_session_inside_fill_image(struct dtrace *d,
					      struct dt_inside *first) dt_must_use;
/** Reports whether a process has the region. */
bool dt_session_inside_has_region(const struct dtrace *d, pid_t pid);
/** Returns the region's head, which programs and dtrace share. */
static inline struct dt_native_head *dt_session_inside_head(const struct dtrace *d)
{
	return (struct dt_native_head *)d->loaded->region.memory;
}
/** Fills the memory: programs, levels, directory. */
struct dt_error *dt_session_inside_fill(struct dtrace *d) dt_must_use;
/** stubs.c: Patches the sites. Those that cannot be patched are left to the kernel, or dropped if
 * the kernel may not be used. */
struct dt_error *dt_session_inside_attach(struct dtrace *d) dt_must_use;
/** If sites or the whole target turned out to need the kernel, removes everything from the target
 * and returns true: the programs must be generated again. Then there is no error any more. */
bool dt_session_inside_retreats(struct dtrace *d, struct dt_error **err);
/** Notes, if the kernel may be used, that it must serve the whole target. Returns the error, which
 * may be NULL. */
struct dt_error *dt_session_inside_refuse(struct dtrace *d, struct dt_error *err) dt_must_use;
/** Returns an error if no probe is left, because none can be patched. */
struct dt_error *dt_session_inside_check(const struct dtrace *d) dt_must_use;
/** Notes that no executor serves a site, or all of the `n_places` of its probe because of it. */
void dt_session_inside_skip(struct dtrace *d, const struct dt_inside_site *s, size_t n_places);
/** Completes the slots of new threads, and frees those of threads that have gone. */
void dt_session_inside_work(struct dtrace *d);
/** Returns when that is due, ns of CLOCK_MONOTONIC; UINT64_MAX: never. */
uint64_t dt_session_inside_due(const struct dtrace *d);
/** Returns the number of firings that found all levels of their slot busy, or no free slot. Both
 * only grow, unless the target writes there. */
uint64_t dt_session_inside_drops(const struct dtrace *d);
uint64_t dt_session_inside_misses(const struct dtrace *d);
/** Restores the sites. */
void dt_session_inside_detach(struct dtrace *d);
void dt_session_inside_deinit(struct dt_inside *in);

/** Reads memory of the target. Returns false if some of it is missing. */
bool dt_session_inside_read(pid_t pid, uint64_t at, void *to, size_t n);

/** stacks.c: Builds the tables if a program unwinds, and sets the sizes of their maps. */
void dt_session_inside_tables(struct dtrace *d);
/** Writes the tables into the region. */
void dt_session_inside_fill_tables(struct dtrace *d);
/** Builds tables for the files that the target has mapped since, as far as there is room. */
void dt_session_inside_refresh_tables(struct dtrace *d);
/** Reports whether a program of the target reads memory that may be missing. */
bool dt_session_inside_reads(const struct dtrace *d);

/** guards.c: Plans guards in all files that need them, if a program of the target makes system
 * calls or reads the time.
 */
void dt_session_guards_plan(struct dtrace *d);
/** Tells programs what the target has forbidden already. */
void dt_session_guards_begin(struct dtrace *d);
/** Gives the time to programs that have no other. Returns false if they have. */
bool dt_session_guards_time(struct dtrace *d);
/** Keeps programs from system calls once a filter applies to the target. Without a guard, one that
 * ends the target for such a call has some tenths of a second to do so. */
void dt_session_guards_heed(struct dtrace *d);
void dt_session_guards_deinit(struct dt_inside *in);

/** sites.c: Returns the file of a site, which it opens if need be. */
struct dt_inside_file *dt_session_inside_open(struct dtrace *d, const struct dt_site *s);
/** Adds the instructions that the kernel probes for a probe, in files with sites, to `traps`. */
void dt_session_inside_add_traps(const struct dtrace *d, const struct dt_probe *p,
				 struct dt_map *traps);
/** Reports whether one of them lies in the text that a site's patch replaces. */
bool dt_session_inside_is_trapped(const struct dt_inside_site *s, const struct dt_map *traps);
/** Lists the target's lasting memory for its programs. */
void dt_session_inside_list_spans(struct dtrace *d);
/** Finds the stacks of threads that have slots, and checks that memory. */
void dt_session_inside_look_at_memory(struct dtrace *d);

/** Returns the area of a file's stubs, or NULL. */
struct dt_inside_area *dt_session_inside_area(struct dt_inside *in, const struct dt_inside_file *f);
/** frames.c: Begins the tables of new areas. */
void dt_session_frames_begin(struct dt_inside *in);
/** Appends the finder to its area, unless it is there. */
void dt_session_frames_add_finder(struct dt_inside *in);
/** Appends the tables of new areas, and those of programs to the first one. */
void dt_session_frames_finish(struct dtrace *d);
/** Writes the list that the finder reads. */
struct dt_error *dt_session_frames_publish(struct dtrace *d) dt_must_use;
/** Drops tables under construction. */
void dt_session_frames_drop(struct dt_inside_area *a);

/** stubs.c: Lays out the areas for the stubs. */
void dt_session_inside_areas(struct dtrace *d);
/** Raises the counters of the patched sites: words of 16 bits in the data of a program, which
 * prepares the arguments of a probe only if its counter is not 0. They fall when the sites are
 * restored. */
struct dt_error *dt_session_inside_raise(struct dtrace *d) dt_must_use;

#endif
