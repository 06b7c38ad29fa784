# SPDX-License-Identifier: BSD-2-Clause
# Arguments, keys, aggregating functions, variables and records of programs inside the target. BEGIN, END and the target
# share variables.
. "$SRCDIR/_inside.sh"
inside -c "$WORKLOADS/calls - 4 1000" -n '
long total;
self int seen;
BEGIN { total = 100; }
pid$target:a.out:first:entry { @threads[arg0] = sum(arg1); @power = quantize(arg1); self->seen++; }
pid$target:a.out:first:entry /self->seen == 1000/ { @thousands = count(); }
pid$target:a.out:second:entry /(int)arg0 == 3/ { this->kind = (int)arg0 * 2; @kinds[this->kind] = count(); }
pid$target:a.out:second:entry { @min = min(arg0); @max = max(arg0); @avg = avg(arg0); @mine[pid == $target] = count(); }
END { printf("%d\n", total); }'

echo "--- records"
inside -c "$WORKLOADS/calls - 1 3" -n '
int n;
BEGIN { n = 5; }
pid$target:a.out:first:entry { n++; printf("%s %d %d %d %s\n", probefunc, arg0, arg1, n, execname); }
pid$target:a.out:second:entry { trace(arg0); trace("\n"); }
END { printf("%d\n", n); }'

echo "--- strings of the target, and a fault"
inside -c "$WORKLOADS/calls - 1 2" -n '
pid$target:a.out:second:entry { printf("%s\n", copyinstr(arg1)); }
pid$target:a.out:first:entry { trace(*(char *)copyin(8, 1)); }
ERROR { printf("fault %d at %x\n", arg4, arg5); faults++; }
END { printf("%d faults\n", faults); }' | sed 's/ID 2 (ID [0-9]*: pid[0-9]*/ID 2 (ID N: pid/; s/DIF offset .*/DIF offset N/; /repeated/d'

echo "--- exit"
inside -c "$WORKLOADS/calls - 1 1000" -n '
pid$target:a.out:first:entry /arg1 == 500/ { printf("at %d\n", arg1); exit(3); }' ; echo "status $?"
