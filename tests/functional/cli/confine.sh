# SPDX-License-Identifier: BSD-2-Clause
# -x confine: clauses run in the target and in processes that it starts. Another process works meanwhile, on the
# target's request.
mkfifo "$TMPDIR/go" "$TMPDIR/done"
cat > "$TMPDIR/target" <<S
echo > "$TMPDIR/go"
read -r < "$TMPDIR/done"
getppids 1 5
S
program='BEGIN { printf("BEGIN\n"); } syscall::getppid:entry { @[probeprov] = count(); }
	tick-1ms { ticks++; } END { printf("END, ticks %d\n", ticks > 0); }'
traced() {
	(read -r < "$TMPDIR/go"; getppids 1 700; echo > "$TMPDIR/done") &
	"$DTRACE" -q -x aggsortkey "$@" -c "sh $TMPDIR/target" | awk '$2 > 700 { $2 = "more than 700" } NF'
	wait
}
traced -n "$program"
traced -x confine -n "$program"
printf '#pragma D option confine\n%s\n' "$program" > "$TMPDIR/script.d"
traced -s "$TMPDIR/script.d"
# Without a target the option has no effect.
"$DTRACE" -q -x confine -n 'syscall::getppid:entry { printf("any process\n"); exit(0); } tick-10ms { system("getppids 1 1"); }' -w | sort -u | grep any
# output:
# BEGIN
# END, more than 700 1
# syscall more than 700
# BEGIN
# END, more than 700 1
#   syscall                                                           6
# BEGIN
# END, more than 700 1
#   syscall                                                           6
# any process
