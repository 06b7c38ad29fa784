# SPDX-License-Identifier: BSD-2-Clause
#
# A correct program causes no warnings: a $target behind an option, variables that nothing reads, variables without a
# first value, a thread's variables in BEGIN (Dynamic Tracing Guide, chapters 3, 15 "Scripting" and 16). -x lint reports
# them.
cat > "$TMPDIR/right.d" << 'end'
#pragma D option quiet
inline int OPT_pid = 0;
int once, unused;
BEGIN { self->first = 1; once = timestamp; seen[1] = 1; last[""] = 0; }
syscall::getppid:entry /!OPT_pid || pid == $target/ { self->start = timestamp; never_read = execname; }
syscall::getppid:return /self->start/ { this->elapsed = timestamp - self->start; self->start = 0; }
syscall::getppid:return /pid == 0 && seen[pid]/ { @[seen[pid]] = count(); }
tick-1s /0/ { exit(1); }
END { printa(@); }
end
for mode in '' '-x lint'; do
	"$DTRACE" -e $mode -s "$TMPDIR/right.d" 2> "$TMPDIR/said"
	echo "status $?, $(grep -c 'warning:' "$TMPDIR/said") warnings"
done
# Certain mistakes are reported nevertheless.
"$DTRACE" -en 'syscall::getppid:entry { n = 1; n == 1; }' 2>&1 | grep -c 'warning:'
# output:
# status 0, 0 warnings
# status 0, 5 warnings
# 1
