# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# -O flame: the page holds what the text form prints, and nothing that it would have to fetch.
page=$TMPDIR/page.html
"$DTRACE" -O flame="$page" -s "$SRCDIR/_flame.d" -c "$WORKLOAD" >"$TMPDIR/out" || exit 1
grep -c '@' "$TMPDIR/out"
grep -Ec '(src|href)=|@import|url\(|fetch\(|XMLHttp' "$page"
python3 "$SRCDIR/_flame_data.py" "$page" "$TMPDIR/out"
"$DTRACE" -O flame="$page" -x aggunits=us -n 'BEGIN { @ = quantize(20); exit(0); }' 2>/dev/null
grep -o '"units":"us"' "$page"; grep -o '16us' "$page"

"$DTRACE" -O flame="$page" -n 'BEGIN { @[1] = count(); @[2] = count(); exit(0); }' 2>&1 | sed -n "s,$TMPDIR,TMP,; /wrote/p"
"$DTRACE" -q -O flame="$page" -n 'BEGIN { @ = count(); exit(0); }'
"$DTRACE" -O flame="$TMPDIR/none/page" -n 'BEGIN { exit(0); }' 2>&1 | sed "s,$TMPDIR,TMP,"
mkfifo "$TMPDIR/fifo"
timeout -s KILL 30 "$DTRACE" -q -O flame="$TMPDIR/fifo" -n 'BEGIN { exit(0); }' 2>&1 | sed "s,$TMPDIR,TMP,"
exec 3<>"$TMPDIR/fifo"
sed '/^<\/html>/q' <&3 >"$TMPDIR/read" & reader=$!
"$DTRACE" -O flame="$TMPDIR/fifo" -n 'BEGIN { @ = count(); exit(0); }' 2>/dev/null
wait $reader
grep -c '^</html>' "$TMPDIR/read"
"$DTRACE" -O flame= -n 'BEGIN { exit(0); }' 2>&1
"$DTRACE" -O xml -n 'BEGIN { exit(0); }' 2>&1
# A program may not choose the file.
printf '#pragma D option flame=/dev/null\nBEGIN { exit(0); }' >"$TMPDIR/p.d"
"$DTRACE" -s "$TMPDIR/p.d" 2>&1 | grep -o "Option cannot.*"
# Frames that called a function which does not return keep their names in folded stacks, too.
"$DTRACE" -O folded -n 'pid$target:a.out:last:entry { @[ustack()] = count(); }' -c "$WORKLOAD" 2>/dev/null |
	grep -Eo '[^`;]*;flame`[^;]*;flame`[^;]*$'
# output:
# 3
# 0
# stacks are equal
# 1 leaf last ends main _start
# 3 leaf left main _start
# 5 leaf right main _start
# ['<b>&'] [('1', 3), ('64', 5), ('512', 1)]
# 9 shots of 9
# max [{'keys': ['leaf'], 'value': 1000}]
# ['count', 'p50', 'p90', 'p99', 'p99.9', 'max'] [] [{'keys': ['leaf'], 'numbers': [9, 101, 1007, 1007, 1007, 1023]}]
# kernel user all 9
# "units":"us"
# 16us
# 16us
# dtrace: wrote TMP/page.html: 2 rows
# dtrace: description 'BEGIN ' matched 1 probe
# dtrace: write TMP/none/page: No such file or directory
# dtrace: write TMP/fifo: no process reads this FIFO
# 1
# dtrace: failed to set -O flame=FILE: Invalid value for specified option (it needs one)
# dtrace: failed to set -O xml: Invalid value for specified option (text, json, folded; a page: -O flame=FILE; a profile: -O pprof=FILE; metrics: -O prom=FILE; OpenTelemetry: -O otlp=URL)
# Option cannot be used from within a D program
# Option cannot be used from within a D program
# main;flame`ends;flame`last 1
