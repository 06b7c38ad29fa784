# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# pprof's own readers show the totals of printa(): `go tool pprof`, pprof-format of npm, and protobufjs by pprof's
# profile.proto, which knows each field that dtrace writes.
for tool in go npm; do
	command -v $tool >/dev/null || { echo "$tool is not installed: tools/deps stress"; exit 77; }
done
proto=/usr/share/gocode/src/github.com/google/pprof/proto/profile.proto
[ -e $proto ] || { echo "golang-github-google-pprof-dev is not installed: tools/deps stress"; exit 77; }
cd "$TMPDIR" || exit 1
"$DTRACE" -q -O pprof=profile -c 'dd if=/dev/zero of=/dev/null bs=1 count=100000' -n '
	syscall:::entry /pid == $target/ { @stacks[ustack(), stack(), probefunc] = count(); @[probefunc] = count(); }
	END { printa("%s %@d\n", @); }' 2>errors | sed '/^$/d' | sort >printed || { cat errors; exit 1; }

go tool pprof -tags profile 2>errors | sed -n 's/^ *\([0-9]*\)\.0 *([^)]*): \(.*\)/\2 \1/p' | sort >by_go
npm install --silent --no-audit --no-fund pprof-format@2.3.2 protobufjs@7.4.0 >/dev/null || exit 1
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
cat >fields.js <<'END'
const bytes = require('zlib').gunzipSync(require('fs').readFileSync('profile'));
const Profile = require('protobufjs').loadSync(process.argv[2]).lookupType('perftools.profiles.Profile');
const profile = Profile.decode(bytes), text = (n) => profile.stringTable[Number(n)];
const big = (n) => BigInt(String(n)), all = (list) => new Map(list.map((x) => [Number(x.id), x]));
const mappings = all(profile.mapping), locations = all(profile.location), functions = all(profile.function), totals = {};
const check = (holds, what) => { if (!holds) console.log('wrong:', what); };
check(Profile.encode(profile).finish().length === bytes.length, 'fields that profile.proto does not have');
check(text(0) === '' && text(profile.sampleType[0].type) === 'samples' && text(profile.sampleType[0].unit) === 'count', 'types');
check(profile.timeNanos > 0 && profile.durationNanos > 0, 'times');
for (const s of profile.sample) {
	check(s.value.length === profile.sampleType.length, 'number of values');
	for (const id of s.locationId) {
		const l = locations.get(Number(id));
		const m = l && mappings.get(Number(l.mappingId));
		check(l && l.line.every((x) => functions.has(Number(x.functionId))), 'a location');
		check(m ? big(l.address) >= big(m.memoryStart) && big(l.address) < big(m.memoryLimit)
			: l && !Number(l.mappingId), 'a mapping');
	}
	for (const l of s.label)
		totals[text(l.str)] = (totals[text(l.str)] || 0) + Number(s.value[0]);
}
for (const name in totals)
	console.log(name, totals[name]);
END
node fields.js $proto | sort >by_proto
[ "$(wc -l <printed)" -gt 5 ] && grep -q '^read 1000' printed || { cat printed; exit 1; }
cmp printed by_go && cmp printed by_js && cmp printed by_proto || { paste printed by_go by_js by_proto; exit 1; }
total=$(awk '{ n += $2 } END { print n }' printed)
go tool pprof -top profile 2>errors | grep -q "Total samples = $total \|100% of $total total" || { go tool pprof -top profile; exit 1; }
