# SPDX-License-Identifier: BSD-2-Clause
# Where only parents may trace (kernel.yama.ptrace_scope = 1), a user traces with -c, and -p says why not and what to do.
. "$SRCDIR/_inside.sh"
scope=/proc/sys/kernel/yama/ptrace_scope
[ -w "$scope" ] || { echo "this kernel has no Yama"; exit 77; }
read -r before <"$scope"
trap 'echo "$before" >"$scope"' EXIT
echo 1 >"$scope" || exit 1
count='pid$target:a.out:first:entry { @["calls"] = count(); }'
as_user "$DTRACE" -q -c "$WORKLOADS/calls - 2 1000" -n "$count" 2>&1
as=$user
start_target calls w 2 1000
as_user "$DTRACE" -q -p "$target" -n "$count" 2>&1 | sed 's/process [0-9]*/process N/'
inside -w -p "$target" -n "$count" -n 'tick-10ms /!begun++/ { system("echo go >&3"); }'
wait "$target"
# output:
#
#   calls                                                          2000
# dtrace: kernel.yama.ptrace_scope = 1 forbids tracing of process N; start the program with -c, or run dtrace as root
#
#   calls                                                          2000
