# SPDX-License-Identifier: BSD-2-Clause
# Targets that forbid themselves to read the processor's counter, or forbid almost all system calls, too, and fire at once, with clauses
# that read the time. The time does not go back.
. "$SRCDIR/_inside.sh"
times='
pid$target:a.out:take:entry { @all = count(); this->t = timestamp; }
pid$target:a.out:take:entry /this->t < last || this->t == 0/ { @wrong = count(); }
pid$target:a.out:take:entry { last = this->t; }
pid$target:a.out:take:entry /++n % 1000 == 0/ { printf("record\n"); }
END { printf("%d", last > begin && last <= timestamp); }
BEGIN { begin = timestamp; }'
summary() { grep -v '^$' | sed 's/process [0-9]*/process N/' | sort | uniq -c; }
for way in prctl syscall strict seccomp; do
	echo "$way:"
	inside -c "$WORKLOADS/forbidden $way" -n "$times" | summary
done
echo child:
inside -x follow -c "$WORKLOADS/forbidden child" -n 'pid$target:a.out:take:entry { @[timestamp > 0] = count(); }' | summary
echo before:
start_target "$WORKLOADS/forbidden" before
start_tracing "$times BEGIN { printf(\"begun\n\"); }"
echo go >&3
read -r line <&4
echo "$line"
wait "$target"
summary <&5
cat "$TMPDIR/err"
# output:
# prctl:
#       1            101000
#       1 1
#       1 alive
#     101 record
# syscall:
#       1            101000
#       1 1
#       1 alive
#     101 record
# strict:
#       1            101000
#       1 1
#       1 alive
#       1 dtrace: process N can neither read the processor's counter nor ask the kernel for the time now: its times are right to some milliseconds
#     101 record
# seccomp:
#       1            101000
#       1 1
#       1 alive
#       1 dtrace: process N can neither read the processor's counter nor ask the kernel for the time now: its times are right to some milliseconds
#     101 record
# child:
#       1         1           102000
#       1 alive
# before:
# alive
#       1            100000
#       1 1
#     100 record
