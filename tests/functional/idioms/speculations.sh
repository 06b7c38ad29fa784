# SPDX-License-Identifier: BSD-2-Clause
#
# A speculation is free again as soon as commit() or discard() has returned, so one thread never needs more than one;
# an impossible id is a fault (Dynamic Tracing Guide, chapter 13, "Speculative Tracing"; dtrace.c,
# dtrace_speculation_commit()).
run() { # THREADS CALLS
	"$DTRACE" -q -x nspec=$1 -x bufsize=16m -c "getppids $1 $2" -n '
	syscall::getppid:entry /pid == $target/ { self->s = speculation(); @[self->s ? "begun" : "failed"] = count(); }
	syscall::getppid:entry /self->s/ { speculate(self->s); printf("%d\n", 1); }
	syscall::getppid:return /self->s/ { self->n++; }
	syscall::getppid:return /self->s && self->n % 10 == 0/ { commit(self->s); }
	syscall::getppid:return /self->s && self->n % 10/ { discard(self->s); }
	syscall::getppid:return { self->s = 0; }
	END { printa("%s %@d\n", @); }' 2>&1 | grep -v exited | sort | uniq -c | awk '$2 == 1 { print "printed", $1; next } NF > 1 { print $2, $3 }'
}
run 1 2000
run 8 1000
"$DTRACE" -q -x nspec=1 -n 'BEGIN { discard(2); } ERROR { printf("fault %d\n", arg4); exit(0); }' 2> /dev/null
# output:
# printed 200
# begun 2000
# printed 800
# begun 8000
# fault 3
#
