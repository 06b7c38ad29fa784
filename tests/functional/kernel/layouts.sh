# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# Every type and member of this kernel and its modules, and many enumerators, are what another
# reader says.
for m in /sys/kernel/btf/*; do
	bpftool btf dump file "$m" > "$TMPDIR/${m##*/}.dump"
done
mv "$TMPDIR/vmlinux.dump" "$TMPDIR/vmlinux"
python3 -B "$SRCDIR/_layouts" "$TMPDIR/want" "$TMPDIR/script" "$TMPDIR/vmlinux" $(ls "$TMPDIR"/*.dump 2>/dev/null)
"$DTRACE" -q -x bufsize=32m -s "$TMPDIR/script" > "$TMPDIR/got"
[ "$(wc -l < "$TMPDIR/want")" -gt 10000 ] || echo "too few: $(wc -l < "$TMPDIR/want")"
diff "$TMPDIR/want" <(sed '/^$/d' "$TMPDIR/got") | head -20
# output:
