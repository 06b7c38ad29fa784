# SPDX-License-Identifier: BSD-2-Clause
# Returns: each ret and each jump to another function, with offset and value, as the kernel's engine has them.
. "$SRCDIR/_inside.sh"
both -c "$WORKLOADS/returns 4 1000" -n '
pid$target:a.out:sign:return, pid$target:a.out:forward:return { @[probefunc, arg0, (int)arg1] = count(); }
pid$target:a.out:choose:return { @values[arg1] = count(); }
pid$target:a.out:leap:entry, pid$target:a.out:leap:return { @leaps[probename] = count(); }'

echo "--- entry and return"
both -c "$WORKLOADS/returns 4 100" -n '
self int depth;
pid$target:a.out:fibonacci:entry { self->depth++; @deepest = max(self->depth); @entries = count(); }
pid$target:a.out:fibonacci:return { @depths[self->depth] = count(); self->depth--; @results = sum(arg1); }
pid$target:a.out:fibonacci:return /!self->depth/ { @outermost = count(); }'
both -c "$WORKLOADS/returns 1 3" -n '
pid$target:a.out:choose:entry, pid$target:a.out:fibonacci:entry { self->at[probefunc] = ++n; }
pid$target:a.out:choose:return, pid$target:a.out:fibonacci:return {
	printf("%s %d %d\n", probefunc, self->at[probefunc], arg1); self->at[probefunc] = 0; }' | head -12
inside -c "$WORKLOADS/returns 4 100" -n '
pid$target:a.out:sign:entry { self->t = timestamp; }
pid$target:a.out:sign:return /self->t/ { @ = count(); @ok = min(timestamp >= self->t); self->t = 0; }'

echo "--- a return without room"
script='pid$target:a.out:narrow:entry, pid$target:a.out:narrow:return { @[probefunc, probename] = count(); }'
both -c "$WORKLOADS/returns 2 100" -n "$script"
as_user "$DTRACE" -v -c "$WORKLOADS/returns 2 100" -n "$script" 2>&1 | grep -E 'skipped|narrow  ' | sed 's/pid[0-9]*/pid/'
as_user "$DTRACE" -c "$WORKLOADS/returns 2 100" -n 'pid$target:a.out:narrow:return' 2>&1 | grep -o 'narrow:return.*'
