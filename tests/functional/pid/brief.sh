# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that have ended when their mapping is reported: dtrace probes the file, and traces each later
# run completely, including those that system() starts. It reports that the first run is missing.
cd "$TMPDIR" || exit 1
cp "$WORKLOADS/brief" brief
fail() { echo "$1"; cat err out; exit 1; }

# Runs the program until a run is seen, as told by a line of out; then five times more.
cat > runs <<'END'
until grep -q seen out; do ./brief; done
for i in 1 2 3 4 5; do ./brief; done
END
sed -i 's,\./brief,& \&\& echo >> all,' runs

try() { # NAME DESCRIPTION WANTED: what each run must show
	: > out
	: > all
	"$DTRACE" -Z -o out -x switchrate=5ms -c 'bash runs' -n "$2"' { @[pid] = count(); } '"$2"' /!seen++/ { printf("seen\n"); }
		END { printa("run %@d\n", @); }' > said 2> err || fail "$1: status $?"
	# The first that is seen may have begun before.
	[ "$(grep -c "^run $3$" out)" -ge 5 ] || fail "$1: fewer than five whole runs"
	[ "$(grep -c '^run' out)" -le $(($(grep -c "^run $3$" out) + 1)) ] || fail "$1: runs that are not whole"
	# Runs with missing parts; a run that ended before its report may be complete nevertheless.
	late=$(sed -n 's/^dtrace: \([0-9]*\) process.* had run before dtrace attached probes to the files that .* mapped.*/\1/p' err)
	[ "${late:-0}" -ge 1 ] || fail "$1: it is not said"
	[ $((late + $(grep -c "run $3$" out))) -ge "$(grep -c '' all)" ] || fail "$1: not all of $(grep -c '' all) are counted"
}
try pid 'pid*:brief:work:entry' 10
cp brief other && mv other brief # another file
try declared 'brief*:::done' 1

# system() waits for its command; probes are attached meanwhile.
cp brief other && mv other brief
"$DTRACE" -q -w -Z -n 'BEGIN { system("i=0; while [ $i -lt 300 ]; do ./brief; i=$((i + 1)); done"); system("kill -INT %d", $pid); }
	pid*:brief:work:entry { @[pid] = count(); } END { printa("run %@d\n", @); }' > out 2> err || fail "system: status $?"
[ "$(grep -c '^run 10$' out)" -ge 5 ] || fail 'system: nothing is seen while it runs'
exit 0
# output:
