# SPDX-License-Identifier: BSD-2-Clause
#
# Every cause of a loss, with its tag. How much is lost depends on the machine.
lose()
{
	"$DTRACE" -q -x nowarn -x droptags "$@" 2>&1 > /dev/null |
		sed -n -e 's/[0-9][0-9]* \([a-z]* *[a-z]* *\)drops\{0,1\}/N \1drops/' -e 's/CPU [0-9]*/CPU N/' \
			-e 's/drops (DIF.*/drops/' -e 's/[0-9]* error/N error/' -e 's/CPU N: .*/CPU N/' -e '/\[/p' | sort -u
}
printf '' > "$TMPDIR/d"
for i in $(seq 300); do echo "BEGIN { printf(\"%s\", \"$i\"); @[$i] = count(); a[$i] = 1; }"; done > "$TMPDIR/many.d"
echo 'BEGIN { exit(0); }' >> "$TMPDIR/many.d"
lose -x bufsize=4096 -x aggsize=4096 -x dynvarsize=4096 -s "$TMPDIR/many.d"
lose -n 'BEGIN { trace(*(int *)0); } ERROR { trace(*(int *)8); } BEGIN { exit(0); }'
lose -n 'BEGIN { speculation(); speculation(); exit(0); }'
# output:
# dtrace: [DTRACEDROP_AGGREGATION] N aggregation drops on CPU N
# dtrace: [DTRACEDROP_DYNAMIC] N dynamic variable drops: -x dynvarsize makes room, = 0 frees an element
# dtrace: [DTRACEDROP_PRINCIPAL] N drops on CPU N
# dtrace: [DTRACEDROP_DBLERROR] N error in ERROR probe enabling
# dtrace: [DTRACEDROP_SPECUNAVAIL] 1 failed speculation (no speculative buffer available): -x nspec makes more, discard() frees one
