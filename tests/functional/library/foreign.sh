#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Names of other systems: constants, kernel variables, and a hint at what Linux has in the place of a member.
"$DTRACE" -qn 'BEGIN {
	printf("%d %d %d\n", `_pagesize, genunix`_pageshift, `_pageoffset);
	printf("%d %d %d\n", `ncpus_online == '"$(getconf _NPROCESSORS_ONLN)"', `max_ncpus >= `ncpus_online,
	    `physmem == '"$(getconf _PHYS_PAGES)"');
	printf("%d %d %d %d %d\n", DTRACEFLT_BADADDR, DTRACEFLT_LIBRARY, CLD_DUMPED, ARPHRD_LOOPBACK, EDEADLK);
	exit(0); }'
"$DTRACE" -en 'BEGIN { trace(curthread->t_procp->p_pidp->pid_id); }' 2>&1 | grep hint
"$DTRACE" -en 'BEGIN { trace(curthread->td_proc->p_comm); }' 2>&1 | grep hint
# What only the kernel's own variables tell.
if grep -q ' avenrun$' /proc/kallsyms; then
	"$DTRACE" -qn 'BEGIN {
		printf("%d.%02d %d %d %s %d\n", `hp_avenrun[0] / 65536, (`hp_avenrun[0] % 65536) * 100 / 65536,
		    `ncpus_online, `physmem > `freemem && `freemem > 0, `utsname.release, `jiffies - `lbolt < 2);
		exit(0); }' | grep . > "$TMPDIR/got"
	read -r load _ < /proc/loadavg
	read -r got cpus memory release ticks < "$TMPDIR/got"
	awk -v a="$load" -v b="$got" 'BEGIN { exit a - b > 0.5 || b - a > 0.5 }' || echo "load $got, not $load"
	[ "$cpus $memory $release $ticks" = "$(getconf _NPROCESSORS_ONLN) 1 $(uname -r) 1" ] || cat "$TMPDIR/got"
else
	# Where the program names it, not where the library does.
	for name in '`hp_avenrun[0]' '`freemem' '`utsname.release'; do
		"$DTRACE" -en "BEGIN { trace($name); }" 2>&1 |
			grep -q '^<program>:1:.*CONFIG_KALLSYMS_ALL list no variables' || echo "$name: no reason"
	done
fi
