# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 600
# A Go program, probes on entry and return of everything in it, the runtime included.
command -v go > /dev/null || { echo "go is not installed: tools/deps stress"; exit 77; }
GOCACHE=$TMPDIR/cache GO111MODULE=off CGO_ENABLED=0 sh -c 'cp _main.go "$0/main.go" && go build -o "$0/main" "$0/main.go"' "$TMPDIR" || exit 1
"$TMPDIR/main" > "$TMPDIR/want"
begin=$SECONDS
"$DTRACE" -c "$TMPDIR/main" -o "$TMPDIR/count" -n 'pid$target:a.out::entry, pid$target:a.out::return { @[probename] = count(); }
	pid$target:a.out:main.grow:entry { @["grow"] = count(); }' > "$TMPDIR/got" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
diff "$TMPDIR/want" "$TMPDIR/got" || { cat "$TMPDIR/err"; exit 1; }
grep -q 'exited with status 5' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
# A goroutine enters grow() for each depth, and again when a function's entry finds its stack too small.
[ "$(awk '$1 == "grow" { print $2 }' "$TMPDIR/count")" -ge $((8 * 201 + 28)) ] || { cat "$TMPDIR/count"; exit 1; }
grep -h matched "$TMPDIR/err"
echo "output and status unchanged in $((SECONDS - begin)) s:" $(cat "$TMPDIR/count")
