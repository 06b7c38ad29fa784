/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Providers: what probes exist, what they are called, how their programs attach.
 *
 * To add a provider: 1. write src/provider/NAME.c ending in its const struct dt_provider; 2. add it
 * to provider/providers.def; 3. write its chapter under tests/functional and docs
 * (docs/dev/add-a-mechanism.md).
 */
#ifndef DT_PROVIDER_PROVIDER_H
#define DT_PROVIDER_PROVIDER_H

#include "base/error.h"
#include "base/host/cpus.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/context.h"
#include "types/types.h"

#include <signal.h>
#include <sys/types.h>

struct dt_provider;
struct dt_registry;
struct dt_operand_code;

/** A place in a file at which a probe fires. */
struct dt_site {
	const char *path;   // by which the kernel finds the file as long as the session lives
	uint64_t offset;    // in the file
	uint64_t semaphore; // offset in the file of a counter that says "is probed"; 0: none
	pid_t pid;	    // 0: all processes
	uint32_t shown;	    // what reports call its offset: from the beginning of the function
	// What programs read of it (provider/uprobe/uprobe.h).
	uint32_t value; // 31 bits
	bool flag;
	bool executed; // the program may execute the instruction itself
};

/**
 * A probe. Its id is the same for every run on one machine boot: a provider whose probes are fixed
 * owns the ids from id_base; those that make probes on demand (profile-N) number them within their
 * range by order of creation. Owned by the registry.
 */
struct dt_probe {
	uint32_t id;
	uint32_t serial; // how many the registry had before it
	const struct dt_provider *provider;
	const char *prov, *mod, *func, *name; // never NULL; "" where the provider leaves it empty
	/** Probes of one session with equal contexts and clause lists share a program. */
	const struct dt_context *context;
	const struct dt_site *sites; // where it is in files
	size_t n_sites;
	const struct dt_type *const *arg_types; // args[]; NULL entries unknown
	size_t n_args;
	/** Of probes whose args[] are translated: args[i] is made of raw argument arg_map[i], which
	 * has type arg_native[i]. NULL: args[i] is argument i as it is. */
	const struct dt_type *const *arg_native;
	const uint8_t *arg_map;
	const char *const *arg_why;    // of args[] whose type is NULL: the reason, or NULL; or NULL
	const char *const *attributes; // as dt_provider.attributes, if they are its own; or NULL
	const char *const *arg_names;  // of args[], NULL entries unknown; or NULL
	const char *mechanism;	       // as dt_provider.mechanism, if it is its own; or NULL
	const void *own;	       // the provider's alone
	/**
	 * It stands for probes that come into being while tracing, and has no place itself: they
	 * are attached to its program. Their ids are greater than its own.
	 */
	bool is_retained;
};

/** A place that a description names and that is not probed: reported, never an error. Strings are
 *  the registry's, or constant. */
struct dt_skip {
	const char *prov, *mod, *func, *name;
	uint32_t offset;
	const char *why;
};

/** A part of a registry that its owner alone knows, as `size` bytes. */
struct dt_state {
	size_t size;
	/** Fill what is zeroed; NULL: nothing. */
	void (*init)(struct dt_registry *r, void *state);
	void (*deinit)(void *state); // NULL: nothing
};

/** A state that a registry keeps. */
struct dt_kept {
	const struct dt_state *whose;
	void *state;
};

/** The probes of one session, created as descriptions ask for them. */
struct dt_registry {
	struct dt_arena *arena;
	struct dt_intern *names;
	struct dt_universe *types;
	struct dt_map by_id; // u32 → struct dt_probe
	dt_vec(struct dt_skip) skips;
	dt_vec(struct dt_kept) states;		    // of providers: dt_registry_state()
	const struct dt_provider *const *providers; // dt_provider_table
	size_t n_providers;
	/** Of the probes that D declares (session/compile/static.c), behind those of the table.
	 *  NULL: there are none. */
	const struct dt_provider *declared;
	/** Of matching: 0 before tracing; in later ones dt_registry_rematch() finds what is new in
	 *  a process, and `match` of providers that are told of modules what is new in the kernel.
	 */
	unsigned pass;
};

/** What a description asks for; fields NULL or "" match anything, else literal or glob. */
struct dt_probe_query {
	const char *provider, *module, *function, *name;
};

/** Receives every probe that matches. */
struct dt_probe_sink {
	void *self;
	void (*found)(void *self, struct dt_probe *p);
};

/** Receives where probes of contexts `by_place` keep their arguments; `key` is that of the map. */
struct dt_operand_sink {
	void *self;
	void (*operand)(void *self, uint32_t key, const struct dt_operand_code *code);
};

/** A loaded program and the probes that it serves. */
struct dt_attachment {
	const struct dt_context *context;
	struct dt_probe *const *probes;
	size_t n_probes;
	int prog_fd;
	int cpu; // -x cpu: restrict to it; -1 = all
};

/** An event of one CPU, and the link of its program. */
struct dt_cpu_event {
	unsigned cpu;
	int event, link;
};

/** Descriptors that keep an attachment alive: links, perf events. Closing them detaches. */
struct dt_links {
	dt_vec(int) fds;
	struct dt_keeper *keeper;     // holds those of uprobes as well; NULL: there are none
	dt_vec(int) slow;	      // those of `fds` that are closed when no program sleeps
	size_t shared;		      // so many of these does the keeper have
	struct dt_cpus cpus;	      // what is attached on each CPU is on these; at first unknown
	dt_vec(struct dt_skip) skips; // places that the kernel has refused
	dt_vec(int) counted;	      // those of `fds` that count firings (dt_context.is_counted)
	uint64_t occurred;	      // of those that were closed
	dt_vec(struct dt_cpu_event) on_cpu; // those of `fds` that end when their CPU goes off
	/** Not 0: tracing is to end. What takes long is then left unattached, without an error.
	 *  NULL: it is never to. */
	const volatile sig_atomic_t *stop;
	/** Receive what a person should know of the attachment, and how far it has come;
	 *  may be NULL. */
	void (*say)(void *self, const char *text);
	void (*progress)(void *self, const char *what, size_t places, size_t all);
	void *self;
	size_t placed, to_place; // places of processes, by now and in all
};
/** Add the link of a perf event that is no uprobe. */
void dt_links_add_event(struct dt_links *l, int fd);
/** A CPU has gone off: close its events. */
void dt_links_end_cpu(struct dt_links *l, unsigned cpu);
/** The keeper, once there is one, is to hold what is slow: who ends does not wait for it. */
void dt_links_share(struct dt_links *l);
/** Close all, and wait for `ms` at most for what that detaches. Is it? */
bool dt_links_close(struct dt_links *l, int ms);
/** How often the events of `counted` have occurred. They are switched off. */
uint64_t dt_links_occurred(struct dt_links *l);
void dt_links_deinit(struct dt_links *l); // closes all, and waits for what that detaches

enum dt_provider_flag {
	DT_PF_CONSUMER = 1,  // run by the consumer (dtrace): attach is NULL
	DT_PF_PROCESS = 2,   // its probes are of processes, and go with them
	DT_PF_OWN_NAMES = 4, // its probes' providers have other names (usdt): always asked
	DT_PF_NUMBERED = 8,  // they are called by its name and a process's number (pid)
	DT_PF_ALONE = 16,    // no other provider's probes have the names that it claims
};

struct dt_provider {
	const char *name; // "syscall"
	uint32_t id_base, id_count;
	unsigned flags;
	/** Attributes for -v: provider, module, function, name, args; each
	 * "Evolving/Evolving/Common". */
	const char *attributes[5];
	const char *mechanism; // what -lv says: "raw tracepoint sys_enter"
	/** Patterns of probe names, up to NULL: a description with such a name that leaves the
	 *  provider open means only providers that claim it, and those of processes unless one
	 *  that claims it is DT_PF_ALONE. If it names a function that none of them has, it means
	 *  the others. Or NULL. */
	const char *const *claims;
	/** Report the existing probes that match, and those that the query itself brings to life
	 *  (profile-997). A field with glob characters never creates. */
	struct dt_error *(*match)(struct dt_registry *r, const struct dt_probe_query *q,
				  const struct dt_probe_sink *sink);
	/** The same for what the process `pid` has got since: other files, another program. What
	 * has been found before may be found again. NULL: nothing comes while tracing. */
	struct dt_error *(*rematch)(struct dt_registry *r, const struct dt_probe_query *q,
				    pid_t pid, const struct dt_probe_sink *sink);
	/** A module of the kernel has been loaded or removed. In the pass of one that was loaded,
	 *  `match` reports what came with it. NULL: no probe depends on modules. */
	void (*note_module)(struct dt_registry *r, const char *module, bool is_loaded);
	/** Describe the arguments of what this pass has found, for programs that were made before.
	 *  NULL: its contexts are not `by_place`. */
	void (*operands)(struct dt_registry *r, const struct dt_operand_sink *sink);
	/** Fill arg_types and what belongs to them, when a program names args[]. Returns NULL, or
	 *  why there are none, as part of a sentence. NULL: they are there from the start. */
	const char *(*types)(struct dt_registry *r, struct dt_probe *p);
	/** Why argN of the number `n` is not what the probe's function takes or gives there, as a
	 * sentence about that; NULL: it is, as far as is known without looking for more files. May
	 * be NULL.
	 */
	const char *(*misses)(struct dt_registry *r, const struct dt_probe *p, unsigned n);
	/** Fill arg_names, for listings. NULL: there are none, or from the start. */
	void (*names)(struct dt_registry *r, struct dt_probe *p);
	/** What -l shows for a probe that stands for several; NULL: the probe itself. */
	void (*list)(struct dt_registry *r, struct dt_probe *p, const struct dt_probe_sink *sink);
	/** DT_PF_OWN_NAMES: is this, literally, a provider of its probes? May be NULL. */
	bool (*has)(struct dt_registry *r, const char *name);
	/** Why a query finds fewer probes than there could be: a text of the registry's; NULL:
	 *  there is nothing to tell. May be NULL. */
	const char *(*why_none)(struct dt_registry *r, const struct dt_probe_query *q);
	/** How probes of entries and those of the same functions' returns, whose ids are the next
	 *  ones, are attached together by a kernel that has sessions. NULL, both: they are not. */
	const struct dt_joint *(*joint)(struct dt_registry *r);
	/** The probe of an id in the provider's range; NULL if there is none. */
	struct dt_probe *(*by_id)(struct dt_registry *r, uint32_t id);
	/** Is the probe to be attached on a CPU that comes on, the only one that is traced (-x cpu)
	 * or one of all? NULL: none is. */
	bool (*is_of_cpu)(const struct dt_probe *p, bool is_only);
	/**
	 * Attach all programs of this provider at once; on success every descriptor is in `links`.
	 * Several attachments may share a context (different groups of syscall:::entry): the
	 * provider decides whether to attach each or to dispatch.
	 */
	struct dt_error *(*attach)(const struct dt_attachment *a, size_t n, struct dt_links *links);
	const char *doc; // one paragraph for the manual
	const char *example;
};

/** All providers, in listing order. */
extern const struct dt_provider *const dt_provider_table[];
extern const size_t dt_provider_count;

void dt_registry_init(struct dt_registry *r, struct dt_arena *a, struct dt_intern *names,
		      struct dt_universe *types);
void dt_registry_deinit(struct dt_registry *r);
/** All providers' matches, in listing order. */
struct dt_error *dt_registry_match(struct dt_registry *r, const struct dt_probe_query *q,
				   const struct dt_probe_sink *sink);
/** Why this user, or this kernel, has fewer probes of a provider that the query means than there
 *  could be; NULL: there are no more. The text is the registry's. */
const char *dt_registry_why_none(struct dt_registry *r, const struct dt_probe_query *q);
/** Begin another pass. */
void dt_registry_begin_pass(struct dt_registry *r);
/** What a process has got since, by the same description. */
struct dt_error *dt_registry_rematch(struct dt_registry *r, const struct dt_probe_query *q,
				     pid_t pid, const struct dt_probe_sink *sink);
/** Where all that this pass has found keeps its arguments. */
void dt_registry_operands(struct dt_registry *r, const struct dt_operand_sink *sink);
/** By id; NULL if there is none. */
struct dt_probe *dt_registry_by_id(struct dt_registry *r, uint32_t id);
/** The probe of that id if this session has made it, else NULL: for providers. */
struct dt_probe *dt_registry_known(const struct dt_registry *r, uint32_t id);
/** Create, or return the one of that id: fields are interned, the rest is the caller's to fill. */
struct dt_probe *dt_registry_add(struct dt_registry *r, const struct dt_provider *p, uint32_t id,
				 const char *mod, const char *func, const char *name);
/** Does the name or pattern fit a provider of the table (pid with digits), process's own aside, or
 *  is it one that D declares? */
bool dt_provider_is_known(struct dt_registry *r, const char *name);
/** What a process has mapped of that name is not looked into: another user's program answers for
 *  it (base/host/fuse.h). */
void dt_registry_skip_file(struct dt_registry *r, const char *provider, const char *module);
/** Does the pattern of a provider ask for probes in processes? */
bool dt_provider_is_of_process(struct dt_registry *r, const char *pattern);
/** "function__entry" is published as function-entry. */
const char *dt_probe_published(struct dt_registry *r, const char *declared);
/** A file with places to be probed, and how many processes have it mapped executable. */
struct dt_attach_cost {
	const char *path; // the registry's; NULL: no file is worth a thought
	size_t places, processes;
};
/** The file of pid probes that keeps the kernel busy longest, by places times processes. Looks at
 *  the processes only if a file has thousands of places (pid/cost.c). */
struct dt_attach_cost dt_attach_cost_measure(struct dt_registry *r);
/** What the registry keeps for the owner of `s`; made when it is first asked for. */
void *dt_registry_state(struct dt_registry *r, const struct dt_state *s);
/** Does one field match? Literal without glob characters, empty or NULL matches anything. */
bool dt_query_field(const char *pattern, const char *text);
/** A field as it is shown: "*" if it is empty or NULL. */
const char *dt_query_shown(const char *pattern);

#endif
