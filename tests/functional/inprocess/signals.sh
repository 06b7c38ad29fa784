# SPDX-License-Identifier: BSD-2-Clause
# stop() stops the process at the probe, and raise() sends a signal; the record before it arrives. Speculations and exit() take
# effect at the same firing with each engine.
. "$SRCDIR/_inside.sh"
echo "--- stop"
both -w -c "$WORKLOADS/calls - 1 20" -n '
int n, is_stopped;
pid$target:a.out:first:entry { n++; }
pid$target:a.out:first:entry /n == 5/ { printf("stop\n"); is_stopped = 1; stop(); }
tick-300ms /is_stopped/ { printf("%d calls\n", n); is_stopped = 0; system("kill -CONT %d", $target); }
END { printf("%d calls\n", n); }'
echo "--- raise"
both -w -c "$WORKLOADS/calls - 1 20" -n '
int n;
pid$target:a.out:first:entry { n++; }
pid$target:a.out:first:entry /n == 7/ { printf("raise\n"); raise(10); }
END { printf("%d calls\n", n); }'
echo "--- what is no signal"
inside -w -c "$WORKLOADS/calls - 1 1" -n '
pid$target:a.out:first:entry { raise(65); }
ERROR { printf("fault %d\n", arg4); }' | grep fault
echo "--- a user"
as_user "$DTRACE" -qw -c "$WORKLOADS/calls - 1 20" -n '
pid$target:a.out:first:entry { @ = count(); }
pid$target:a.out:first:entry /arg1 == 7/ { raise(9); }' 2>&1
echo "--- speculations from entry to return"
both -c "$WORKLOADS/calls - 1 9" -n '
self int is_odd;
pid$target:a.out:first:entry { self->spec = speculation(); self->is_odd = arg1 & 1; }
pid$target:a.out:first:entry /self->spec/ { speculate(self->spec); printf("call %d\n", arg1); }
pid$target:a.out:first:return /self->spec && self->is_odd/ { commit(self->spec); self->spec = 0; }
pid$target:a.out:first:return /self->spec/ { discard(self->spec); self->spec = 0; }'
echo "--- exit"
both -c "$WORKLOADS/calls - 1 100000" -n '
pid$target:a.out:first:entry { @ = count(); }
pid$target:a.out:first:entry /arg1 == 5000/ { exit(0); }'
# output:
# --- stop
# stop
# 5 calls
# 20 calls
#
# status 0
# --- raise
# raise
# 7 calls
#
# status 0
# --- what is no signal
# fault 3
# --- a user
#
#                 8
# --- speculations from entry to return
# call 1
# call 3
# call 5
# call 7
#
# status 0
# --- exit
#
#              5001
# status 0
