# SPDX-License-Identifier: BSD-2-Clause
# A function without a name is its address in the file, in probes, keys and records, and one row for all
# processes that run it, wherever they have mapped the file.
fail() { echo "$1"; cat "$TMPDIR/out"; exit 1; }
"$DTRACE" -q -o "$TMPDIR/out" -c 'sh _thrice.sh' -n '
syscall::getppid:entry /progenyof($target) && execname == "unnamed"/ {
	@a["usym", usym(uregs[R_PC])] = count();
	@b["ufunc", ufunc(uregs[R_PC])] = count();
	@c["umod", umod(uregs[R_PC])] = count();
	@d["uaddr", uaddr(uregs[R_PC])] = count();
	printf("%A\n", uaddr(uregs[R_PC]));
}' || exit 1
[ "$(grep -c 'unnamed`0x[0-9a-f]\{3,4\}+0x' "$TMPDIR/out")" = 17 ] || fail 'not all are addresses of the file'
awk '$1 ~ /^u/ && NF == 3 && $3 > 1 { print $1, $3 }' "$TMPDIR/out"
# Probes have the same names.
"$DTRACE" -q -o "$TMPDIR/probes" -c unnamed -n 'pid$target:a.out:0x*:entry { @["usym", probefunc] = count(); }' || exit 1
awk '$1 == "usym" { sub(/.*`/, "", $2); print $2, $3 / 3 }' "$TMPDIR/out" > "$TMPDIR/functions"
grep -qxFf "$TMPDIR/functions" <(awk '{ print $2, $3 }' "$TMPDIR/probes") || { cat "$TMPDIR/functions" "$TMPDIR/probes"; fail 'probes have other names'; }
# output:
# usym 6
# usym 9
# ufunc 6
# ufunc 9
# umod 15
# uaddr 6
# uaddr 9
