# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 300
# Go programs run on with a probe at each entry, of the runtime's functions, too: without the C library, with it, and under
# attaching and detaching.
. "$SRCDIR/_inside.sh"
export GOCACHE=$TMPDIR/cache GO111MODULE=off
mkdir "$TMPDIR/src"
cp "$SRCDIR/_go.go" "$TMPDIR/src/with_c.go"
sed -e '/^import "C"/d' -e 's/int(C.twice(C.int(i)))/2*i/' "$SRCDIR/_go.go" >"$TMPDIR/src/plain.go"
for program in plain with_c; do
	(cd "$TMPDIR/src" && go build -o "$TMPDIR/$program" "$program.go") || exit 1
done
strip -o "$TMPDIR/stripped" "$TMPDIR/plain"
chmod a+rx "$TMPDIR/plain" "$TMPDIR/with_c" "$TMPDIR/stripped"
want=$("$TMPDIR/plain" | tail -1)

for program in plain stripped with_c; do
	echo "--- $program"
	for i in 1 2 3; do
		as_user "$DTRACE" -q -c "$TMPDIR/$program" -n 'pid$target:a.out::entry { @all = count(); }
			pid$target:a.out:main.build:entry { @["build"] = count(); } pid$target:a.out:main.deep:entry { @["deep"] = count(); }
			END { printa("%s %@d\n", @); printa("all %@d\n", @all); }' >"$TMPDIR/output" 2>"$TMPDIR/said"
		echo "status $?"
		grep -x '[0-9].*true' "$TMPDIR/output" | diff - <(echo "$want") || head -20 "$TMPDIR/output" "$TMPDIR/said"
		awk -v built="${want%% *}" -v dived="$(echo "$want" | cut -d' ' -f2)" '$1 == "build" && $2 != built || $1 == "deep" && $2 != dived ||
			$1 == "all" && $2 < 1.2 * (built + dived)' "$TMPDIR/output"
	done | uniq -c | sed 's/^ *//'
done

echo "--- attached and detached"
mkfifo "$TMPDIR/in"
for program in plain with_c; do
	$user "$TMPDIR/$program" until-eof <"$TMPDIR/in" >"$TMPDIR/output" &
	target=$!
	exec 3>"$TMPDIR/in"
	until grep -q begun "$TMPDIR/output"; do :; done
	for i in 1 2 3 4 5; do
		as_user "$DTRACE" -q -p "$target" -n 'pid$target:a.out:main.*:entry, pid$target:a.out:runtime.*:entry { @ = count(); }
			tick-50ms { exit(0); }' 2>"$TMPDIR/said" | awk '$1 > 0 { print "it fires" }'
	done | uniq -c | sed 's/^ *//'
	exec 3>&-
	wait "$target"
	echo "status $?"
	tail -1 "$TMPDIR/output" | diff - <(echo "$want")
done

echo "--- an entry alone"
as_user "$DTRACE" -q -c "$TMPDIR/plain" -n 'pid$target:a.out:main.build:return { @ = count(); }' 2>&1 | sed 's/[0-9][0-9]*/N/g'
# output:
# --- plain
# 3 status 0
# --- stripped
# 3 status 0
# --- with_c
# 3 status 0
# --- attached and detached
# 5 it fires
# status 0
# 5 it fires
# status 0
# --- an entry alone
# dtrace: no probe can run inside process N: pidN:plain:main.build:return lies in a Go function, of which only the entry can be patched; run dtrace as root, so that the kernel serves it
