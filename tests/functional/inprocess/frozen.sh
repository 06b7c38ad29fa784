# SPDX-License-Identifier: BSD-2-Clause
# A target in a frozen control group: a user is told so, root's probes are the kernel's. Nothing waits.
. "$SRCDIR/_inside.sh"
group=
for parent in /sys/fs/cgroup/freezer /sys/fs/cgroup; do
	[ -n "$group" ] || ! mkdir "$parent/dtrace-frozen.$$" 2>"$TMPDIR/err" || group=$parent/dtrace-frozen.$$
done
freeze=$group/cgroup.freeze on=1 off=0
[ -e "$freeze" ] || freeze=$group/freezer.state on=FROZEN off=THAWED
[ -n "$group" ] && [ -e "$freeze" ] || { echo "no control group can be frozen here"; rmdir "$group"; exit 77; }
as=$user
start_target calls w 2 1000
echo "$target" >"$group/cgroup.procs"
echo "$on" >"$freeze"
until grep -q FROZEN "$freeze" || grep -q 'frozen 1' "$group/cgroup.events" 2>"$TMPDIR/err"; do :; done
for as in "$user" env; do
	$as "$DTRACE" -x engine=inprocess -qv -p "$target" -n 'pid$target:a.out:first:entry { @ = count(); } BEGIN { exit(0); }' 2>&1 |
		grep -Eo '^dtrace: (the kernel|could)|thaw .*'
done
echo "$off" >"$freeze"
echo go >&3
wait "$target"; echo "status $?"
rmdir "$group"
# output:
# dtrace: could
# thaw its control group if that is frozen, else try again
# dtrace: the kernel
# thaw its control group if that is frozen, else try again
# status 0
