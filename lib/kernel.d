/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Kernel variables under the names that scripts of other systems use, if Linux has a counterpart. They are
 * used only if the kernel itself has no variable of the name.
 */

/* Load averages, in units of 1/65536; Linux's avenrun has units of 1/2048. */
inline int `hp_avenrun[int i] = `avenrun[i] << 5;

/* The values at the start of dtrace, because most kernels do not export the variables. */
inline int `ncpus = __host_cpus_possible;
inline int `max_ncpus = __host_cpus_possible;
inline int `ncpus_online = __host_cpus_online;
inline uint64_t `physmem = __host_pages;
inline uint64_t `physinstalled = __host_pages;

inline uint64_t `_pagesize = 4096;
inline uint64_t `_pageoffset = 4095;
inline uint64_t `_pagemask = ~4095;
inline int `_pageshift = 12;

/* In pages. */
inline uint64_t `freemem = `vm_zone_stat[NR_FREE_PAGES].counter;

/* A clock of 100 ticks a second, as on the systems of these scripts. */
inline int `hz = 100;
inline int `nsec_per_tick = 10000000;
inline uint64_t `lbolt = timestamp / 10000000;

/* That of the current process; each container may have a different one. */
inline struct new_utsname `utsname = curthread->nsproxy->uts_ns->name;
