# engine: in the kernel, as its probes
# The counts, output and variables of a script with 500 clauses on one probe, which becomes several
# programs.
# timeout: 300
clauses() { # STATEMENTS
	for i in $(seq 0 499); do
		echo "syscall::getppid:entry /pid == \$target/ { $1 }" | sed "s/%i/$i/g"
	done
}

# Every clause fires, in order, for each of the three calls.
clauses '@ = sum(%i); @k[execname, probefunc] = count(); x += %i; self->t = x;
	printf("%i %s %d\n", execname, self->t);' >"$TMPDIR/all.d"
# shellcheck disable=SC2016
"$DTRACE" -q -s "$TMPDIR/all.d" -n 'END { printa("%@d\n", @); printa("%s %s %@d\n", @k); }' \
	-c "$WORKLOAD" | awk 'NR > 1500 { print; next }
	{ i = (NR - 1) % 500; x += i } $1 != i || $2 != "clauses500" || $3 != x { bad++ }
	END { print bad + 0, "wrong records" }'

# this-> variables pass from the clause that sets them to the clause that reads them.
{
	echo 'this int last, sum;'
	clauses 'this->last = this->sum + %i; this->sum += %i;'
} >"$TMPDIR/this.d"
# shellcheck disable=SC2016
"$DTRACE" -q -s "$TMPDIR/this.d" \
	-n 'syscall::getppid:entry /pid == $target/ { printf("%d %d\n", this->last, this->sum); }' \
	-c "$WORKLOAD"

# After exit() no clause runs, also if it is in another program.
{
	# shellcheck disable=SC2016
	echo 'syscall::getppid:entry /pid == $target/ { exit(0); }'
	clauses '@ = sum(1); x = %i; self->t = timestamp; printf("%i %s\n", execname);'
} >"$TMPDIR/exit.d"
"$DTRACE" -q -s "$TMPDIR/exit.d" -c "$WORKLOAD"
echo done
# output:
# 374250
# clauses500 getppid 1500
#
# 0 wrong records
# 124750 124750
# 124750 124750
# 124750 124750
#
#
# done
