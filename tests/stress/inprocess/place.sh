# SPDX-License-Identifier: BSD-2-Clause
# timeout: 3600
# Long forms of functional/inprocess: 1,000 cycles and 1,000 kills on eight busy threads, each step of the order with each target,
# and how long a target stands still.
tests=${DTRACE%/*}/tests
driver=$tests/place-driver
cc -D_GNU_SOURCE -O2 -DSITES=100000 -o "$TMPDIR/many" ../../place/target.c -pthread || exit 1
"$driver" cycles "$tests/place-target" 4 8 . 1000
"$driver" cycles "$tests/place-target" 4 8 sftv 200
"$driver" kills "$tests/place-target" 4 8 s 1000
for flags in . s f v t i z r; do
	echo "flags $flags"
	"$driver" faults "$tests/place-target" 4 3 $flags 1
done
"$driver" deaths "$tests/place-target" 4 3 s 1
for n in 1 1000 100000; do
	for run in 1 2 3; do
		chrt -r 10 "$driver" times "$TMPDIR/many" $n 0 g
	done
done
