# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# engine: both
#
# The executors lose the same records, updates and faults, and report the same counts.
repeat() { # N TEXT, with %i for the number
	for i in $(seq "$1"); do
		printf '%s\n' "${2//%i/$i}"
	done
}
lost() { # ARGUMENT... messages about drops, of both executors
	for engine in kernel inprocess; do
		echo "$engine: $("$DTRACE" -q -x engine="$engine" "$@" 2>&1 > "$TMPDIR/$engine" | sed -n 's/ on CPU [0-9]*//; s/^dtrace: \([0-9][^:]*\).*/\1/p')"
	done
	cmp "$TMPDIR/kernel" "$TMPDIR/inprocess" && echo same output
}
echo '== records'
lost -x bufsize=4k -n "$(repeat 8 'BEGIN { tracemem(alloca(800), 800); printf("%i"); }') BEGIN { exit(0); }"
echo '== updates'
lost -x aggsize=1k -n "$(repeat 60 'BEGIN { @[%i] = count(); @q[%i] = quantize(%i); }') BEGIN { exit(0); }"
echo '== faults of ERROR'
lost -n 'BEGIN { x = 0; y = 5 / x; } ERROR { printf("%d %d\n", arg1, arg4); z = 1 / x; } BEGIN { trace(copyinstr(16)); } BEGIN { exit(0); }'
echo '== speculations'
lost -x nspec=2 -n 'BEGIN { a = speculation(); b = speculation(); c = speculation(); trace(c); } BEGIN { speculate(a); printf("in a\n"); }
	BEGIN { commit(a); } BEGIN { exit(0); }'
# output:
# == records
# kernel: 4 drops
# inprocess: 4 drops
# same output
# == updates
# kernel: 44 aggregation drops
# inprocess: 44 aggregation drops
# same output
# == faults of ERROR
# kernel: 2 errors in ERROR probe enabling
# inprocess: 2 errors in ERROR probe enabling
# same output
# == speculations
# kernel: 1 failed speculation (no speculative buffer available)
# inprocess: 1 failed speculation (no speculative buffer available)
# same output
