# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# -O folded: the frames of the outermost first, other keys as frames, then the count.
"$DTRACE" -O folded -n 'BEGIN { @["a;b", 7, stack()] = sum(12); @n = count(); @k["k"] = count(); trace("t\n"); exit(0); }' \
	>"$TMPDIR/out" 2>/dev/null
echo "status $?"
stack=$(grep '^a:b;7;' "$TMPDIR/out")
grep -v '^a:b;7;' "$TMPDIR/out"
case "$stack" in
*'`entry_SYSCALL_64'*'`'*' 12' | 'a:b;7;'*'`el0t_64_sync;'*'`'*' 12') echo "outermost first" ;;
*) echo "$stack" ;;
esac
# output:
# status 0
# t
#                 1
#   k                                                                 1
# outermost first
