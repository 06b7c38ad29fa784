# SPDX-License-Identifier: BSD-2-Clause
# -O pprof=FILE writes stacks with functions, inlined ones included, lines, and the other parts of keys as labels.
# cflags: -Wl,--build-id
file=$TMPDIR/profile
profile() # PROGRAM FUNCTION... [-- OPTION...]
{
	local program=$1 functions=()
	shift
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		functions+=("$1")
		shift
	done
	echo "--- $program"
	"$DTRACE" -q -O pprof="$file" "${@:2}" -c "$WORKLOAD" -n "$program" | sed '/^$/d'
	python3 _pprof.py "$file" "${functions[@]}" >"$TMPDIR/text" || exit 1
	grep -v '^build id' "$TMPDIR/text"
}
profile 'pid$target:pprof:leaf:entry { @[ustack(), execname] = count(); }' leaf inner middle main
id=$(readelf -n "$WORKLOAD" | sed -n 's/.*Build ID: //p')
grep -qx "build id: $id" "$TMPDIR/text" || cat "$TMPDIR/text"

# The kernel's frames come before those of the program. Sums have the unit of -x aggunits.
profile 'syscall::getppid:entry /pid == $target/ { @[ustack(3), stack(3)] = count(); }' main
profile 'pid$target:pprof:leaf:entry { @size[arg0, ustack()] = sum(arg0); @[ustack(1)] = count(); }' leaf -- -x aggunits=bytes

profile '#pragma D metric @wait unit=us
	pid$target:pprof:leaf:entry { @wait[ustack(1)] = sum(arg0); }' leaf

# clear() and normalize() change what the terminal shows.
profile 'pid$target:pprof:leaf:entry { @[ustack(1)] = count(); }
	pid$target:pprof:leaf:entry /arg0 == 100/ { normalize(@, 10); printa("%@d\n", @); clear(@); }' leaf | sed '/^ *[^0-9t-]/d'

echo "--- without a stack"
"$DTRACE" -q -O pprof="$file" -n 'BEGIN { @[pid == 0] = count(); exit(0); }' 2>&1
python3 _pprof.py "$file"

echo "--- refused"
"$DTRACE" -q -O pprof=/nonexistent/file -n 'BEGIN { exit(0); }' 2>&1
printf '#pragma D option pprof=/tmp/file\nBEGIN { exit(0); }\n' >"$TMPDIR/set.d"
"$DTRACE" -qe -s "$TMPDIR/set.d" 2>&1 | sed -n "s|$TMPDIR/||; 1p"
ls "$TMPDIR"
# output:
# --- pid$target:pprof:leaf:entry { @[ustack(), execname] = count(); }
# types: samples/count
# 4 samples leaf:10 inner:15 middle:21 main:27 execname=pprof
# 4 samples leaf:10 inner:15 middle:21 main:28 execname=pprof
# 1 samples leaf:10 main:29 execname=pprof
# 1 samples leaf:10 middle:22 main:27 execname=pprof
# 1 samples leaf:10 middle:22 main:28 execname=pprof
# --- syscall::getppid:entry /pid == $target/ { @[ustack(3), stack(3)] = count(); }
# types: samples/count
# 3 samples [kernel] main:31
# --- pid$target:pprof:leaf:entry { @size[arg0, ustack()] = sum(arg0); @[ustack(1)] = count(); }
# types: size/bytes samples/count
# 11 samples leaf:10
# 2 size leaf:10 arg0=1
# 80 size leaf:10 arg0=10
# 100 size leaf:10 arg0=100
# --- #pragma D metric @wait unit=us
# 	pid$target:pprof:leaf:entry { @wait[ustack(1)] = sum(arg0); }
# types: wait/microseconds
# 182 wait leaf:10
# --- pid$target:pprof:leaf:entry { @[ustack(1)] = count(); }
# 1
# types: samples/count
# 11 samples leaf:10
# --- without a stack
#
#         0                1
# dtrace: the profile is empty: no aggregation that adds values up has a stack in its key
# types:
# --- refused
# dtrace: failed to write /nonexistent/file: No such file or directory
# dtrace: failed to compile script set.d: line 1: failed to set option 'pprof' to '/tmp/file': Option cannot be used from within a D program
# profile
# set.d
# text
