/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The control group of the current process in the unified hierarchy (version 2). systemd makes one for each
 * service, container runtimes one for each container. If the system uses the old hierarchies, all processes
 * are in the root of this one.
 */

/* The last component of its path: "nginx.service", "docker-4f1c….scope"; "/" for the root. */
inline string cgroup = curthread->cgroups->dfl_cgrp->level == 0 ? "/" :
	stringof(curthread->cgroups->dfl_cgrp->kn->name);
/* The number of its directory, as ls -i shows it. */
inline uint64_t cgroupid = curthread->cgroups->dfl_cgrp->kn->id;

/* One component of the path with the slash before it; level 1 is below the root. */
inline string __cgroup_part[int level] = curthread->cgroups->dfl_cgrp->level < level ? "" :
	strjoin("/", stringof(curthread->cgroups->dfl_cgrp->ancestors[level]->kn->name));
/* The path: "/system.slice/nginx.service". If it has more than 8 groups, the first 8. */
inline string cgrouppath = curthread->cgroups->dfl_cgrp->level == 0 ? "/" :
	strjoin(strjoin(strjoin(strjoin(__cgroup_part[1], __cgroup_part[2]), strjoin(__cgroup_part[3], __cgroup_part[4])),
			strjoin(__cgroup_part[5], __cgroup_part[6])), strjoin(__cgroup_part[7], __cgroup_part[8]));
