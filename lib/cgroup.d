/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The control group of the current process, in the unified hierarchy (version 2): what systemd makes for
 * a service and container runtimes for a container. Where the old hierarchies are used, all are in the
 * root of this one.
 */

/* The last component of its path: "nginx.service", "docker-4f1c….scope"; "" of the root. */
inline string cgroup = stringof(curthread->cgroups->dfl_cgrp->kn->name);
/* The number of its directory, as ls -i shows it. */
inline uint64_t cgroupid = curthread->cgroups->dfl_cgrp->kn->id;
