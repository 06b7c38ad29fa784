# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# The output of the clauses of one firing is contiguous, whatever other CPUs print meanwhile.
"$DTRACE" -q -x bufsize=16m -c 'getppids 4 20000' -n '
syscall::getppid:entry /pid == $target/ { printf("A"); }
syscall::getppid:entry /pid == $target && tid % 2/ { printf("odd"); }
syscall::getppid:entry /pid == $target/ { printf("B"); @ = count(); }
syscall::getppid:entry /pid == $target/ { printf("C\n"); }
END { printa("%@d firings\n", @); }' 2>/dev/null | sed 's/odd//' | sort | uniq -c | sed 's/^ *//'
# output:
# 1 
# 1 80000 firings
# 80000 ABC
