# SPDX-License-Identifier: BSD-2-Clause
# ustack(), ucaller, ustackdepth and uregs[] inside the target are those of the kernel's executor: in threads, before and after
# dtrace knows their stacks, in a handler on another stack, and in a coroutine.
. "$SRCDIR/_inside.sh"
for engine in kernel inprocess; do
	"$DTRACE" -q -x engine=$engine -c "$WORKLOAD 3 200" -n 'pid$target:a.out:leaf:entry {
		@[ustack()] = count(); @top[ustack(2)] = count(); @callers[ufunc(ucaller)] = count(); @depths[ustackdepth] = count();
		@sp[(uregs[R_SP] & 7) == 0, uregs[R_RDI] == arg0, uregs[R_PC] - arg0 > 0] = count(); }
		pid$target:a.out:leaf:return, pid$target:a.out:deep:14 { @[ustack()] = count(); @callers[ufunc(ucaller)] = count(); }' >"$TMPDIR/$engine" 2>&1
done
cmp "$TMPDIR/kernel" "$TMPDIR/inprocess" && echo same
"$DTRACE" -v -x engine=inprocess -c "$WORKLOAD 1 1" -n 'pid$target:a.out:leaf:entry { @[ustack(), uregs[R_SP]] = count(); }' 2>&1 |
	grep -c 'itself runs'
as_user "$DTRACE" -q -O folded -c "$WORKLOAD 2 100" -n 'pid$target:a.out:leaf:entry /arg0 == 1 || arg0 == 2/ { @[ustack(100)] = count(); }' |
	sed 's/[^;]*libc[^;]*;//g; s/[^;]*`//g' | sort

echo "--- a program of many functions, with each kind of frame"
for engine in kernel inprocess; do
	"$DTRACE" -q -x engine=$engine -O folded -o "$TMPDIR/$engine" -c "$DTRACE -x help" \
		-n 'pid$target:libc.so.6:malloc:entry, pid$target:libc.so.6:free:entry { @[probefunc, ustack()] = count(); }' >"$TMPDIR/said" 2>&1
	sort -o "$TMPDIR/$engine" "$TMPDIR/$engine"
done
cmp "$TMPDIR/kernel" "$TMPDIR/inprocess" && echo same
awk '{ n++ } END { print (n > 50 ? "many stacks" : n) }' "$TMPDIR/inprocess"
# output:
# same
# 1
# ?;routine;deep;deep;leaf 1
# _start;main;handle;deep;deep;deep;leaf 1
# run;framed;deep;deep;deep;leaf 2
# run;framed;deep;deep;leaf 2
# --- a program of many functions, with each kind of frame
# same
# many stacks
