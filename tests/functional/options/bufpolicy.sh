# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# fill keeps the first records without a gap and ends tracing, ring keeps the last ones; both print
# all at the end, END last. Records that fill loses are counted; records that ring overwrites
# (including BEGIN's) are not drops.
. "$SRCDIR/../common/_drops.sh"
calls=20000
trace()
{
	echo "== $1"
	"$DTRACE" -x bufpolicy=$1 -x bufsize=64k -s _dup.d -c "$WORKLOADS/dup $calls 0" \
		> "$TMPDIR/out" 2> "$TMPDIR/err"
	echo "status $?"
	unskipped "$TMPDIR/err" | sed 's/^dtrace: [0-9]* drops\{0,1\} on CPU [0-9]*.*$/drops/' | uniq
	awk '/^[0-9]/ { if (n++ && $1 != last + 1) gaps++; last = $1; if (n == 1) first = $1 }
	     NF { tail = $1 }
	     END { print "gaps", gaps + 0, tail;
	           print (n > 500 && n < 4000 ? "some" : n), "records", first == 0 ? "first" : "", last == '$((calls - 1))' ? "last" : "" }' "$TMPDIR/out"
}
trace fill
trace ring
# output:
# == fill
# status 0
# drops
# gaps 0 end
# some records first 
# == ring
# status 0
# gaps 0 end
# some records  last
