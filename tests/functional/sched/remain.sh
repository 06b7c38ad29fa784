# SPDX-License-Identifier: BSD-2-Clause
# A thread that yields leaves the CPU, or remains because no other thread wants it: each call fires one of
# the two probes.
"$DTRACE" -ln sched:::remain-cpu > /dev/null 2> "$TMPDIR/why" || { echo "this kernel tells of no thread that remains"; exit 77; }
"$DTRACE" -q -c "yields 500" -n '
syscall::sched_yield:entry /pid == $target/ { self->in = 1; self->told = 0; }
sched:::remain-cpu, sched:::off-cpu /self->in/ { self->told = 1; }
syscall::sched_yield:return /self->in/ { calls++; untold += !self->told; self->in = 0; }
END { printf("%d calls, %d untold\n", calls, untold); }'
# output:
# 500 calls, 0 untold
#
