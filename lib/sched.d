/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * CPUs. Linux has no processor sets: cpu_pset is 0, and so is cpu_chip, for which kernels have no
 * common place. The NUMA node of a CPU is known where the probe fires.
 */
typedef struct cpuinfo {
	processorid_t cpu_id;
	psetid_t cpu_pset;
	chipid_t cpu_chip;
	lgrp_id_t cpu_lgrp;
} cpuinfo_t;

translator cpuinfo_t < processorid_t C > {
	cpu_id = C;
	cpu_pset = 0;
	cpu_chip = 0;
	cpu_lgrp = C == cpu ? lgrp : 0;
};

inline cpuinfo_t *curcpu = xlate<cpuinfo_t *>(cpu);
