# SPDX-License-Identifier: BSD-2-Clause
# Names in pages that are not resident when the calls begin: a clause at entry reads none, opensnoop loses none.
. ./_run.sh
names() {
	grep -o '/absent/.*' | sort -V
}
"$DTRACE" -qn 'syscall::open*:entry /pid == $target/ { printf("%s\n", copyinstr(probefunc == "open" ? arg0 : arg1)); }' \
	-c "$WORKLOAD" 2>/dev/null | names | wc -l
run files/opensnoop.d -c "$WORKLOAD" 2>"$TMPDIR/err" | names | diff - <(seq -f /absent/%g 0 199) | wc -l
grep error "$TMPDIR/err"
true
# output:
# 0
# 0
