# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# More aggregations, arrays and self-> arrays than one BPF program can have maps.
# timeout: 300
repeat() { # N TEXT, with %i for the number
	seq 0 $(($1 - 1)) | awk -v text="$2" '{ t = text; gsub(/%i/, $1, t); print t }'
}

# Each of 1,001 aggregations has its own sum: aggregations of one element, and those with keys.
{
	echo 'BEGIN {'
	repeat 1001 '@abcdef%i = sum(%i);'
	echo 'exit(0); } END {'
	repeat 1001 'printa("%i %@d\\n", @abcdef%i);'
	echo '}'
} >"$TMPDIR/aggs.d"
{
	echo 'BEGIN {'
	repeat 1001 '@abcdef%i[%i, "key"] = sum(%i);'
	echo 'exit(0); } END {'
	repeat 1001 'printa("%d %@d %s\\n", @abcdef%i);'
	echo '}'
} >"$TMPDIR/keys.d"
for program in aggs keys; do
	"$DTRACE" -q -x aggsize=64k -s "$TMPDIR/$program.d" |
		awk '!NF { next } $1 != n++ || $2 != $1 { bad++ } END { print n, "aggregations,", bad + 0, "wrong" }'
done

# 1,000 arrays keep their elements, and free them; their keys and values are of four forms.
values=('%i' '"s%i"' '%i' '"s%i"')
{
	echo 'BEGIN {'
	for i in $(seq 0 3); do
		key='1'
		[ "$i" -lt 2 ] || key='1, "k"'
		repeat 250 "a${i}_%i[$key] = ${values[i]};"
	done
	echo '} BEGIN { '
	repeat 250 'if (a0_%i[1] != %i) bad++; if (a1_%i[1] != "s%i") bad++;'
	repeat 250 'if (a2_%i[1, "k"] != %i) bad++; if (a3_%i[1, "k"] != "s%i") bad++;'
	repeat 125 'a0_%i[1] = 0; a2_%i[1, "k"] = 0;'
	echo '} BEGIN { '
	repeat 250 'left += a0_%i[1] != 0; left += a2_%i[1, "k"] != 0;'
	echo 'printf("1000 arrays, %d wrong, %d of 500 left\n", bad, left); exit(0); }'
} >"$TMPDIR/arrays.d"
"$DTRACE" -q -x nowarn -x dynvarsize=64k -x strsize=16 -s "$TMPDIR/arrays.d"

# 100 self-> arrays; what threads that end held of them is free again: 2,000 threads with 100
# elements each, in maps for some hundreds of threads.
{
	echo 'syscall::getppid:entry /pid == $target/ {'
	repeat 100 'self->a%i[1]++;'
	echo '} syscall::getppid:entry /pid == $target/ {'
	repeat 100 '@[self->a%i[1]] = count();'
	echo '} END { printa("%d: %@d\n", @); }'
} >"$TMPDIR/self.d"
"$DTRACE" -q -x nowarn -x dynvarsize=64k -s "$TMPDIR/self.d" -c "$WORKLOADS/thread_end 2000"

# One if, and one expression, name more arrays than fit into a program next to its other maps.
{
	echo 'BEGIN { n = 3; if (n) {'
	repeat 140 'b%i["key"] = %i + n;'
	echo '} else {'
	repeat 140 'b%i["key"] = 1;'
	echo '} } BEGIN { printf("%d\n", 0'
	repeat 140 '+ b%i["key"]'
	echo '); exit(0); }'
} >"$TMPDIR/block.d"
"$DTRACE" -q -x dynvarsize=64k -s "$TMPDIR/block.d"
# output:
# 1001 aggregations, 0 wrong
# 1001 aggregations, 0 wrong
# 1000 arrays, 0 wrong, 250 of 500 left
#
# 2: 100
# 1: 200100
#
# 10150
#
