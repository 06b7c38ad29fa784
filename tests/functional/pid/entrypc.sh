# SPDX-License-Identifier: BSD-2-Clause
#
# Wherever an entry probe is attached, it shows the function's first address and the arguments.
"$DTRACE" -q -o "$TMPDIR/out" -c "$WORKLOAD" -n '
pid$target:a.out:marked:entry, pid$target:a.out:tests:entry { printf("%x\n", uregs[R_PC]); }' > "$TMPDIR/said" || exit 1
diff "$TMPDIR/said" <(grep . "$TMPDIR/out")
# output:
