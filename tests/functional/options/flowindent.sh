# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# -F with two threads on two CPUs: each thread has its own depth; two clauses of a probe indent once.
# cflags: -no-pie
if [ "$(nproc)" -lt 2 ]; then
	echo 'one CPU'
	exit 77
fi
"$DTRACE" -F -c "$WORKLOAD" -n '
	pid$target:flowindent:inner:entry, pid$target:flowindent:middle:entry, pid$target:flowindent:outer:entry,
	pid$target:flowindent:inner:return, pid$target:flowindent:middle:return, pid$target:flowindent:outer:return,
	syscall::umask:entry, syscall::umask:return /pid == $target && tid != pid/ { }
	pid$target:flowindent:middle:entry, pid$target:flowindent:middle:return { trace("again"); }
	' > "$TMPDIR/out" 2> "$TMPDIR/err" || cat "$TMPDIR/err"
head -1 "$TMPDIR/out"
# The first and the last lines of each CPU, without its number.
for cpu in $(awk 'NR > 1 && NF { print $1 }' "$TMPDIR/out" | sort -un); do
	echo "a CPU"
	awk -v cpu="$cpu" 'NR > 1 && $1 == cpu' "$TMPDIR/out" | cut -c 4- | sed 's/ *$//' > "$TMPDIR/one"
	wc -l < "$TMPDIR/one"
	head -24 "$TMPDIR/one"
done
