# SPDX-License-Identifier: BSD-2-Clause
# The memory that -v reports for buffers, state and aggregations is the maximum that the kernel allocates, for any
# number of CPUs.
cat > "$TMPDIR/maps" <<'END'
for map in /proc/$PPID/fdinfo/*; do
	awk '$1 == "memlock:" { bytes = $2 } $1 == "map_id:" { print $2, bytes }' "$map"
done 2> /dev/null | sort -u | awk '{ bytes += $2 } END { printf "given %d\n", bytes / 1024 }'
END
"$DTRACE" -vq -b 256k -c "/bin/bash $TMPDIR/maps" -n 'syscall::getppid:entry /pid == $target/ { @[cpu] = count(); a[cpu] = 1; printf("here\n"); }' \
	> "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
cat "$TMPDIR/out" "$TMPDIR/err" | awk -v cpus="$(nproc)" '
$1 == "given" { given = $2 }
/memory: / { buffers = $3; of = $9; stated = buffers + $11 + $17 }
END {
	print (buffers == 256 * cpus && of == cpus) ? "buffers of each CPU" : "buffers: " buffers " KB of " of " CPUs"
	print (given > buffers && given <= stated + 64) ? "no more than was said" : "given: " given " KB, said: " stated
}'
# output:
# buffers of each CPU
# no more than was said
