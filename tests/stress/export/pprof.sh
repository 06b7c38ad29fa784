# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# pprof's own readers show the totals of printa(): `go tool pprof`, and pprof-format of npm.
for tool in go npm; do
	command -v $tool >/dev/null || { echo "$tool is not installed: tools/deps stress"; exit 77; }
done
cd "$TMPDIR" || exit 1
"$DTRACE" -q -O pprof=profile -c 'dd if=/dev/zero of=/dev/null bs=1 count=100000' -n '
	syscall:::entry /pid == $target/ { @stacks[ustack(), stack(), probefunc] = count(); @[probefunc] = count(); }
	END { printa("%s %@d\n", @); }' 2>errors | sed '/^$/d' | sort >printed || { cat errors; exit 1; }

go tool pprof -tags profile 2>errors | sed -n 's/^ *\([0-9]*\)\.0 *([^)]*): \(.*\)/\2 \1/p' | sort >by_go
npm install --silent --no-audit --no-fund pprof-format@2.3.2 >/dev/null || exit 1
cat >read.js <<'END'
const { Profile } = require('pprof-format');
const profile = Profile.decode(require('zlib').gunzipSync(require('fs').readFileSync('profile')));
const text = (n) => profile.stringTable.strings[Number(n)];
const totals = {};
for (const s of profile.sample)
	for (const l of s.label)
		totals[text(l.str)] = (totals[text(l.str)] || 0n) + BigInt(s.value[0]);
for (const name in totals)
	console.log(name, String(totals[name]));
END
node read.js | sort >by_js
[ "$(wc -l <printed)" -gt 5 ] && grep -q '^read 1000' printed || { cat printed; exit 1; }
cmp printed by_go && cmp printed by_js || { paste printed by_go by_js; exit 1; }
total=$(awk '{ n += $2 } END { print n }' printed)
go tool pprof -top profile 2>errors | grep -q "Total samples = $total \|100% of $total total" || { go tool pprof -top profile; exit 1; }
