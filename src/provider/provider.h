/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Providers: which probes exist, their names, and how their programs attach.
 *
 * To add a provider: 1. write src/provider/NAME.c ending in its const struct dt_provider; 2. add it
 * to provider/providers.def; 3. write its chapter under tests/functional and docs
 * (docs/dev/add-a-mechanism.md).
 */
#ifndef DT_PROVIDER_PROVIDER_H
#define DT_PROVIDER_PROVIDER_H

#include "arch/operand.h"
#include "base/error.h"
#include "base/host/cpus.h"
#include "base/map.h"
#include "base/vec.h"
#include "ir/context.h"
#include "types/types.h"

#include <signal.h>
#include <sys/types.h>

struct dt_bpf_program;
struct dt_provider;
struct dt_registry;
struct dt_operand_code;

/** The locations of the arguments of a site, in the order of args[]. Equal lists of a registry are
 *  one object. */
struct dt_site_args {
	uint32_t index; // number of the list, from 1: dt_site.value
	unsigned pass;	// dt_registry.pass that found it
	bool is_32;	// addresses have 32 bits
	size_t n;
	struct dt_operand operands[];
};

/** An address in a file at which a probe fires. Executors attach to it by this description. */
struct dt_site {
	const char *path;   // opens the file for as long as the session lives
	uint64_t offset;    // in the file
	uint64_t semaphore; // offset in the file of the counter of attached probes; 0: none
	pid_t pid;	    // 0: all processes
	uint32_t shown;	    // offset from the beginning of the function, for messages
	const struct dt_site_args *args; // NULL: by the conventions of the machine
	const char *hazard; // why the kernel cannot probe it, but a patch may; NULL: it can
	// Programs can read these (provider/uprobe/uprobe.h).
	uint32_t value; // 31 bits
	bool flag;
	bool executed; // the program may execute the instruction itself
	bool is_entry; // of the function that begins `shown` bytes before
};

/**
 * A probe, owned by the registry. If a provider's probes are fixed, their ids are the same in each
 * run until the next boot. A provider that creates probes on demand (profile-N) numbers them in
 * order of creation. All ids are in the provider's range, which begins at id_base.
 */
struct dt_probe {
	uint32_t id;
	uint32_t serial; // number of probes created before it
	const struct dt_provider *provider;
	const char *prov, *mod, *func, *name; // never NULL; "" if the provider does not use it
	/** Probes of one session with equal contexts and clause lists share a program. */
	const struct dt_context *context;
	const struct dt_site *sites; // its addresses in files
	size_t n_sites;
	const struct dt_type *const *arg_types; // args[]; NULL entries unknown
	size_t n_args;
	/** If args[] are translated: args[i] is translated from raw argument arg_map[i], which has
	 * type arg_native[i]. NULL: args[i] is raw argument i. */
	const struct dt_type *const *arg_native;
	const uint8_t *arg_map;
	const char *const *arg_why;    // why a type is NULL; NULL entries unknown; or NULL
	const char *const *attributes; // override dt_provider.attributes; or NULL
	const char *const *arg_names;  // of args[], NULL entries unknown; or NULL
	const char *mechanism;	       // overrides dt_provider.mechanism; or NULL
	const void *own;	       // private data of the provider
	/**
	 * The probe represents probes that appear while tracing, and has no address itself. They
	 * are attached to its program. Their ids are greater than its id.
	 */
	bool is_retained;
};

/** An address that matches a description but cannot be probed. It is reported, and never an error.
 *  The registry owns the strings, or they are constant. */
struct dt_skip {
	const char *prov, *mod, *func, *name;
	uint32_t offset;
	const char *why;
	bool is_absent;	 // no firing is lost: Linux or the process has nothing there
	size_t n_places; // of the probe, if it is dropped as a whole; 0: this one alone
};

/** Private state of a module in a registry, `size` bytes. */
struct dt_state {
	size_t size;
	/** Initializes the zeroed state; NULL: zeros are enough. */
	void (*init)(struct dt_registry *r, void *state);
	void (*deinit)(void *state); // NULL: nothing
};

/** A state in a registry. */
struct dt_state_slot {
	const struct dt_state *type;
	void *state;
};

/** The probes of one session. A probe is created when a description matches it. */
struct dt_registry {
	struct dt_arena *arena;
	struct dt_intern *names;
	struct dt_universe *types;
	struct dt_map by_id; // u32 → struct dt_probe
	dt_vec(struct dt_skip) skips;
	dt_vec(struct dt_state_slot) states;	    // of providers: dt_registry_state()
	const struct dt_provider *const *providers; // dt_provider_table
	size_t n_providers;
	/** Provider of the probes that D declares (session/compile/static.c); it follows those of
	 *  the table. NULL: there are none. */
	const struct dt_provider *declared;
	/** Pass of matching: 0 before tracing. In later passes, dt_registry_rematch() finds new
	 *  probes of a process, and `match` of a provider with `note_module` finds new probes of
	 *  the kernel. */
	unsigned pass;
};

/** The fields of a description: NULL or "" matches anything, others are literal or a glob. */
struct dt_probe_query {
	const char *provider, *module, *function, *name;
};

/** Receives each matching probe. */
struct dt_probe_sink {
	void *self;
	void (*found)(void *self, struct dt_probe *p);
};

/** Receives the locations of arguments, for probes of contexts `by_place`; `key` is the key in the
 *  map. */
struct dt_operand_sink {
	void *self;
	void (*operand)(void *self, uint32_t key, const struct dt_operand_code *code);
};

/** A loaded program and the probes that it serves. */
struct dt_attachment {
	const struct dt_context *context;
	struct dt_probe *const *probes;
	size_t n_probes;
	const struct dt_bpf_program *program;
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
	struct dt_keeper *keeper;     // also holds the uprobes; NULL: there are none
	dt_vec(int) slow;	      // subset of `fds`: closing waits until no program sleeps
	size_t shared;		      // the keeper holds the first `shared` of `slow`
	struct dt_cpus cpus;	      // CPUs of the per-CPU events; not read at first
	dt_vec(struct dt_skip) skips; // addresses that the kernel has refused
	dt_vec(int) counted;	      // subset of `fds`: count firings (dt_context.is_counted)
	uint64_t occurred;	      // firings counted by events that are closed
	dt_vec(struct dt_cpu_event) on_cpu; // subset of `fds`: end when their CPU goes offline
	/** Not 0: tracing is ending. Slow links are then not attached, without an error. NULL:
	 *  attaching is never cut short. */
	const volatile sig_atomic_t *stop;
	/** A program waits for memory that it reads. The kernel detaches nothing meanwhile. */
	bool is_held;
	/** Receive messages for the user, and the progress of attaching; may be NULL. */
	void (*message)(void *self, const char *text);
	void (*progress)(void *self, const char *what, size_t places, size_t all);
	void *self;
	size_t attached, to_attach; // addresses in processes, attached so far and in all
	struct dt_map counters;	    // of probed addresses in files (provider/uprobe/counters.c)
};
/** Adds the link of a perf event other than a uprobe. */
void dt_links_add_event(struct dt_links *l, int fd);
/** Closes the events of a CPU that has gone offline. */
void dt_links_end_cpu(struct dt_links *l, unsigned cpu);
/** Gives the slow descriptors to the keeper, if there is one, so that exiting does not wait for
 *  them. */
void dt_links_share(struct dt_links *l);
/** Closes all links and waits up to `ms` for them to detach. Returns true if they did. */
bool dt_links_close(struct dt_links *l, int ms);
/** Switches the events of `counted` off and returns their number of firings. */
uint64_t dt_links_occurred(struct dt_links *l);
void dt_links_deinit(struct dt_links *l); // closes all links and waits for them to detach

enum dt_provider_flag {
	DT_PF_CONSUMER = 1,  // the consumer runs the programs (dtrace): attach is NULL
	DT_PF_PROCESS = 2,   // its probes are in processes and end with them
	DT_PF_OWN_NAMES = 4, // its probes have other provider names (usdt): always asked to match
	DT_PF_NUMBERED = 8,  // its probes have its name and a process's number (pid)
	DT_PF_ALONE = 16,    // no other provider's probes have the names that it claims
};

struct dt_provider {
	const char *name; // "syscall"
	uint32_t id_base, id_count;
	unsigned flags;
	/** Attributes for -v: provider, module, function, name, args; each
	 * "Evolving/Evolving/Common". */
	const char *attributes[5];
	const char *mechanism; // shown by -lv: "raw tracepoint sys_enter"
	/** Patterns of probe names, ended by NULL; or NULL. If a description has such a name and no
	 *  provider, only providers that claim the name are searched, and also those of processes
	 *  unless a claiming provider is DT_PF_ALONE. If the description names a function that
	 *  none of them has, the other providers are searched. */
	const char *const *claims;
	/** Reports the existing probes that match, and those that the query itself creates
	 *  (profile-997). A field with glob characters never creates a probe. */
	struct dt_error *(*match)(struct dt_registry *r, const struct dt_probe_query *q,
				  const struct dt_probe_sink *sink);
	/** The same for new files or a new program of process `pid`. May report known probes again.
	 *  NULL: no probes appear while tracing. */
	struct dt_error *(*rematch)(struct dt_registry *r, const struct dt_probe_query *q,
				    pid_t pid, const struct dt_probe_sink *sink);
	/** Notes that a kernel module was loaded or removed. In the pass of a loaded module,
	 *  `match` reports the new probes. NULL: no probe depends on modules. */
	void (*note_module)(struct dt_registry *r, const char *module, bool is_loaded);
	/** Describes the arguments of the probes that this pass has found, for existing programs.
	 *  NULL: no context is `by_place`. */
	void (*operands)(struct dt_registry *r, const struct dt_operand_sink *sink);
	/** Fills arg_types and the related members, when a program names args[]. Returns NULL, or
	 *  the reason why there are no types, as part of a sentence. NULL: always filled. */
	const char *(*types)(struct dt_registry *r, struct dt_probe *p);
	/** Returns the reason why arg`n` is not the function's argument or result of that number,
	 *  as a sentence about it, or NULL if no such reason is known. Does not look for more
	 * files. May be NULL. */
	const char *(*misses)(struct dt_registry *r, const struct dt_probe *p, unsigned n);
	/** Fills arg_names, for listings and hints. NULL: there are none, or they are always
	 * filled. */
	void (*names)(struct dt_registry *r, struct dt_probe *p);
	/** Reports the probes that -l shows for a probe that represents several; NULL: the probe.
	 */
	void (*list)(struct dt_registry *r, struct dt_probe *p, const struct dt_probe_sink *sink);
	/** DT_PF_OWN_NAMES: reports whether a probe has exactly this provider name. May be NULL. */
	bool (*has)(struct dt_registry *r, const char *name);
	/** Returns the reason why a query finds fewer probes than possible, which the registry
	 *  owns, or NULL. May be NULL. */
	const char *(*why_none)(struct dt_registry *r, const struct dt_probe_query *q);
	/** Returns how a kernel with sessions attaches an entry probe together with the return
	 *  probe of the same function, whose id is the next. NULL, or a result of NULL: they are
	 *  attached separately. */
	const struct dt_joint *(*joint)(struct dt_registry *r);
	/** Returns the probe of an id in the provider's range, or NULL. */
	struct dt_probe *(*by_id)(struct dt_registry *r, uint32_t id);
	/** Returns the ns between two firings, if context->in_tracer is set and the tracer fires
	 *  the probe by time. NULL: it does not. */
	uint64_t (*period)(const struct dt_probe *p);
	/** Reports whether the probe must be attached on a CPU that comes online. `is_only`: only
	 *  this CPU is traced (-x cpu). NULL: never. */
	bool (*is_of_cpu)(const struct dt_probe *p, bool is_only);
	/**
	 * Attaches all programs of this provider at once. On success every descriptor is in
	 * `links`. Several attachments may share a context (different groups of syscall:::entry):
	 * the provider decides whether to attach each or to dispatch.
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
/** Reports the matching probes of all providers, in listing order. */
struct dt_error *dt_registry_match(struct dt_registry *r, const struct dt_probe_query *q,
				   const struct dt_probe_sink *sink);
/** Returns the reason why a provider that the query matches has fewer probes than possible for this
 *  user or on this kernel, or NULL. The registry owns the text. */
const char *dt_registry_why_none(struct dt_registry *r, const struct dt_probe_query *q);
/** Begins another pass. */
void dt_registry_begin_pass(struct dt_registry *r);
/** Reports the new probes of a process that match the same description. */
struct dt_error *dt_registry_rematch(struct dt_registry *r, const struct dt_probe_query *q,
				     pid_t pid, const struct dt_probe_sink *sink);
/** Reports the locations of the arguments of all probes that this pass has found. */
void dt_registry_operands(struct dt_registry *r, const struct dt_operand_sink *sink);
/** Returns the probe with this id, or NULL. */
struct dt_probe *dt_registry_by_id(struct dt_registry *r, uint32_t id);
/** Returns the probe with this id if the session has created it, or NULL. For providers. */
struct dt_probe *dt_registry_find(const struct dt_registry *r, uint32_t id);
/** Creates a probe, or returns the one with this id. Interns the fields; the caller fills the
 *  rest. */
struct dt_probe *dt_registry_add(struct dt_registry *r, const struct dt_provider *p, uint32_t id,
				 const char *mod, const char *func, const char *name);
/** Reports whether the name or pattern matches a provider of the table (pid with digits) or one
 *  that D declares. Providers that processes declare do not count. */
bool dt_provider_exists(struct dt_registry *r, const char *name);
/** Notes that the process's file of that name was not read, because another user's program serves
 *  it (base/host/fuse.h). */
void dt_registry_skip_file(struct dt_registry *r, const char *provider, const char *module);
/** Reports whether the pattern of a provider matches probes in processes. */
bool dt_provider_is_of_process(struct dt_registry *r, const char *pattern);
/** Returns the published name: function-entry for "function__entry". */
const char *dt_probe_published(struct dt_registry *r, const char *declared);
/** A file, its number of addresses to probe, and how many processes have it mapped executable. */
struct dt_attach_cost {
	const char *path; // the registry owns it; NULL: all files are cheap
	size_t sites, processes;
};
/** Returns the file that takes the kernel longest, by addresses times processes, if it attaches
 * these probes. Looks at the processes only if a file has thousands of addresses (pid/cost.c). */
struct dt_attach_cost dt_attach_cost_measure(struct dt_registry *r,
					     const struct dt_probe *const *probes, size_t n);
/** Returns the registry's state for the owner of `s`, and creates it at the first call. */
void *dt_registry_state(struct dt_registry *r, const struct dt_state *s);
/** Reports whether a field matches. Empty or NULL matches anything; a pattern without glob
 *  characters is literal. */
bool dt_query_field(const char *pattern, const char *text);
/** Returns a field for display: "*" if it is empty or NULL. */
const char *dt_query_shown(const char *pattern);
/** Reports whether the field is neither empty nor a pattern. */
bool dt_query_is_literal(const char *pattern);

#endif
