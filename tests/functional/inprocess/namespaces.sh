# SPDX-License-Identifier: BSD-2-Clause
# The target has another pid namespace, or target and dtrace have one of their own: counts are exact, and pid and tid are those
# that dtrace sees.
. "$SRCDIR/_inside.sh"
echo "--- dtrace outside"
as="unshare -pf --kill-child $user"
start_target calls wm 0 1000
read -r target _ <"/proc/$target/task/$target/children"
as_user "$DTRACE" -qw -p "$target" -n 'pid$target:a.out:first:entry { @[pid == $target, tid == $target] = count(); }
	tick-10ms /!begun++/ { system("echo go >&3"); }'
wait
echo "--- both inside"
unshare -pf --mount-proc $user "$DTRACE" -q -c "$WORKLOADS/calls m 2 1000" -n '
pid$target:a.out:first:entry { @[pid == $target, tid == pid] = count(); }'
# output:
# --- dtrace outside
#
#         1        1             1000
# --- both inside
#
#         1        1             1000
#         1        0             2000
