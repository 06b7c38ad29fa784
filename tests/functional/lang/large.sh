# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# Programs that are far larger than one BPF program can be, or than the verifier follows at once.
# timeout: 300
repeat() { # N TEXT, with %i for the number and %m for its remainder by 50
	seq 0 $(($1 - 1)) | awk -v text="$2" '{ t = text; gsub(/%i/, $1, t); gsub(/%m/, $1 % 50, t); print t }'
}

# One clause that aggregates 2000 times, records now and then, and ends tracing.
{
	echo 'BEGIN {'
	repeat 2000 '@a[%m] = sum(%i); this->n += 1;'
	echo 'printf("%d\n", this->n); exit(0); }'
	echo 'END { printa("%d %@d\n", @a); }'
} >"$TMPDIR/aggregate.d"
echo == aggregate
"$DTRACE" -q -s "$TMPDIR/aggregate.d" | awk 'NR == 1 { print; next }
	NF { n++ } NF && $2 != 40 * $1 + 50 * 780 { bad++ } END { print n, bad + 0 }'

# One clause that prints 2000 times, in one record.
{
	echo 'BEGIN { x = 1; }'
	echo 'BEGIN {'
	repeat 2000 'printf("%i %d %s\\n", x, probename); x += %i;'
	echo '}'
	echo 'BEGIN { exit(0); }'
} >"$TMPDIR/print.d"
echo == print
"$DTRACE" -q -s "$TMPDIR/print.d" | awk 'BEGIN { x = 1 }
	!NF { next } { n++ } $1 != NR - 1 || $2 != x || $3 != "BEGIN" { bad++ } { x += $1 } END { print n, bad + 0 }'

# A fault in the middle of such a clause ends it, and only it; so does its predicate.
{
	echo 'BEGIN { x = 0; n = 0; }'
	echo 'BEGIN {'
	repeat 1000 '@[%m] = sum(%i); n += 1;'
	echo 'printf("never: %d\n", 1 / x);'
	repeat 1000 '@[%m] = sum(%i); n += 1;'
	echo 'printf("never"); }'
	echo 'BEGIN /x/ {'
	repeat 1000 '@[%m] = sum(%i); n += 1;'
	echo 'printf("never"); }'
	echo 'BEGIN { printf("%d\n", n); exit(0); }'
	echo 'ERROR { printf("fault %d %d\n", arg2, arg4); } END { clear(@); trunc(@); }'
} >"$TMPDIR/fault.d"
echo == fault
"$DTRACE" -q -s "$TMPDIR/fault.d" 2>&1 | grep -v '^dtrace: error on enabled probe'

# The taken branches and the clause's time survive the split into parts.
{
	echo 'BEGIN { x = 3; }'
	echo 'BEGIN { this->t = timestamp;'
	repeat 40 'if (x & (1 << (%i & 3))) { printf("%i\\n"); }'
	repeat 1000 '@[%m] = sum(%i);'
	echo 'if (this->t != timestamp) { printf("time differs\n"); } else { printf("same time\n"); }'
	echo '} BEGIN { exit(0); } END { trunc(@); }'
} >"$TMPDIR/arms.d"
echo == arms
"$DTRACE" -q -s "$TMPDIR/arms.d" | tr '\n' ' '
echo

# A clause that records nothing reads the time after the split.
{
	echo 'BEGIN { t = timestamp;'
	repeat 1000 '@[%m] = sum(%i);'
	echo 'same = t == timestamp; } BEGIN { printf("same time: %d\n", same); exit(0); } END { trunc(@); }'
} >"$TMPDIR/time.d"
echo == time
"$DTRACE" -q -s "$TMPDIR/time.d"

# 500 clauses share this-> variables, a number and a string.
{
	echo 'BEGIN { this->s = "s"; }'
	repeat 500 'BEGIN { this->x += %i; this->s = this->x == 10 ? strjoin(this->s, "!") : this->s; @[this->x] = count(); }'
	echo 'BEGIN { printf("%d %s\n", this->x, this->s); exit(0); }'
	echo 'END { trunc(@); }'
} >"$TMPDIR/share.d"
echo == share
"$DTRACE" -q -s "$TMPDIR/share.d"

# A ladder of 200 conditional expressions.
{
	echo 'BEGIN { x = 150; }'
	echo 'BEGIN { printf("%d\n",'
	repeat 200 'x == %i ? %i * 2 :'
	echo '-1); exit(0); }'
} >"$TMPDIR/ladder.d"
echo == ladder
"$DTRACE" -q -s "$TMPDIR/ladder.d"

# 120 conditions on six arguments, 1000 statements in an arm.
{
	echo 'syscall:::entry {'
	for i in $(seq 0 119); do echo "if (arg$((i % 6)) == $i) { x = $i; }"; done
	echo '} BEGIN { if (pid) {'
	repeat 1000 '@[%m] = sum(%i);'
	echo '} } tick-10ms { printf("loaded\n"); exit(0); } END { trunc(@); }'
} >"$TMPDIR/conditions.d"
echo == conditions
"$DTRACE" -q -x nowarn -s "$TMPDIR/conditions.d"
# output:
# == aggregate
# 2000
# 50 0
# == print
# 2000 0
# == fault
# fault 2001 4
# 1000
#
# == arms
# 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29 32 33 36 37 same time  
# == time
# same time: 1
#
# == share
# 124750 s!
#
# == ladder
# 300
#
# == conditions
# loaded
#
