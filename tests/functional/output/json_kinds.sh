# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, for curthread
# -O json: every action that has an address, every aggregating function, drops; each object has exactly the members
# that docs/guide/json.md gives it.
cat >"$TMPDIR/a.d" <<'END'
#pragma D option nspec=1
#pragma D option nowarn
BEGIN { sym((uintptr_t)curthread); func((uintptr_t)curthread); mod((uintptr_t)curthread); usym(0); ufunc(0); umod(0); uaddr(0); ustack(1); }
BEGIN { this->id = speculation(); speculation(); }
BEGIN { i = speculation(); system("true"); clear(@n); printa(@n); }
BEGIN { @avg = avg(-3); @min = min(-3); @max = max(4); @dev = stddev(4); @dev = stddev(8); @n = count(); }
BEGIN { @ll["k"] = llquantize(123, 10, 0, 3, 10); @ll["k"] = llquantize(100000, 10, 0, 3, 10); }
BEGIN { @pc["k"] = percentile(123456, 3); normalize(@pc, 10); }
BEGIN { @key[sym((uintptr_t)curthread), uaddr(0), usym(0), ustack(1)] = count(); @time[walltimestamp] = count(); }
BEGIN { setopt("agghist"); setopt("aggpack"); setopt("aggzoom"); setopt("aggsortkey"); }
BEGIN { trace(*(int *)0); }
BEGIN { exit(0); }
END
"$DTRACE" -w -q -O json -s "$TMPDIR/a.d" >"$TMPDIR/out" 2>"$TMPDIR/err"
echo "status $?"
cat "$TMPDIR/err"
# Records that do not fit: three of 2 KB each in a ring of 4 KB.
"$DTRACE" -q -O json -b 4k -x bufpolicy=fill -x strsize=2k -n 'BEGIN { text = "x"; }
	BEGIN { trace(text); } BEGIN { trace(text); } BEGIN { trace(text); } BEGIN { exit(0); }' >"$TMPDIR/drops" 2>>"$TMPDIR/err"
grep -m1 '"type":"drop"' "$TMPDIR/drops" >>"$TMPDIR/out" || grep -c . "$TMPDIR/drops"
python3 - "$TMPDIR/out" <<'END'
import json, sys
OBJECTS = {
    "record": {"time", "cpu", "id", "provider", "module", "function", "name", "output"},
    "aggregation": {"name", "function", "kinds", "normal", "entries"},
    "error": {"time", "id", "provider", "module", "function", "name", "epid", "fault", "address", "action", "offset"},
    "drop": {"kind", "count", "message"},
    "exit": {"status"},
}
ACTIONS = {"printf": {"text", "args"}, "trace": {"value"}, "stack": {"value"}, "sym": {"value"}, "print": {"value", "text"},
           "tracemem": {"value"}, "printa": {"aggregations"}, "exit": {"value"}}
SUMMARY = ["count", "p50", "p90", "p99", "p99.9", "max"]
def value(v):
    if isinstance(v, dict):
        assert set(v) == {"bytes"} and bytes.fromhex(v["bytes"]) is not None, v
    elif isinstance(v, list):
        assert all(isinstance(f, str) for f in v), v
    else:
        assert isinstance(v, (int, str)), v
def aggregation(a):
    assert set(a) - {"parameters", "lost_by_trunc", "lost_by_clear"} == OBJECTS["aggregation"], a
    assert len(a.get("parameters", [])) == {"lquantize": 3, "llquantize": 4}.get(a["function"], 0), a
    for e in a["entries"]:
        for k in e["keys"]:
            value(k)
        assert len(a["kinds"]) == len(e["keys"]), a
        more = {"avg": {"count", "sum"}, "stddev": {"count", "sum", "squares"}}.get(a["function"], set())
        e.pop("truncated", None)  # the stack has more frames on some processors
        assert set(e) in ({"keys", "value"} | more, {"keys", "buckets"}, {"keys", "buckets", "summary"}), e
        assert ("summary" in e) == (a["function"] == "percentile") and list(e.get("summary", SUMMARY)) == SUMMARY, e
        for b in e.get("buckets", []):
            assert "count" in b and len(set(b) & {"value", "below", "above"}) == 1 and len(b) == 2, b
seen = {}
drops = []  # of which dtrace may hear at any time
for line in open(sys.argv[1], encoding="utf-8"):
    o = json.loads(line)
    kind = o.pop("type")
    assert kind == "aggregation" or set(o) - {"cpu"} == OBJECTS[kind] - {"cpu"}, (kind, o)
    note = kind
    if kind == "record":
        for a in o["output"]:
            members = set(a) - {"action"}
            assert members in (ACTIONS[a["action"]], ACTIONS[a["action"]] | {"text"}), a
            if "value" in a:
                value(a["value"])
            for g in a.get("aggregations", []):
                aggregation(g)
            seen[a["action"]] = seen.get(a["action"], 0) + 1
        continue
    if kind == "aggregation":
        aggregation(o)
        note = f"aggregation {o['function']} " + " ".join(str(e.get("value", e.get("buckets"))) for e in o["entries"])
        note += "".join(f" {list(e['summary'].values())}" for e in o["entries"] if "summary" in e)
    elif kind == "drop":
        drops.append(f"drop {o['kind']} {o['count'] > 0} {'drop' in o['message'] or 'speculation' in o['message']}")
        continue
    elif kind == "error":
        note = f"error {o['fault']} {o['address']}"
    print(note)
print(*drops, sep="\n")
print(seen)
END
# output:
# status 0
# error invalid address 0
# aggregation avg -3
# aggregation min -3
# aggregation max 4
# aggregation stddev 2
# aggregation llquantize [{'value': 100, 'count': 1}, {'above': 10000, 'count': 1}]
# aggregation percentile [{'value': 122880, 'count': 3}] [3, 12492, 12492, 12492, 12492, 12697]
# aggregation count 1
# aggregation count 1
# exit
# drop SPECUNAVAIL True True
# drop PRINCIPAL True True
# {'sym': 7, 'stack': 1, 'printa': 1, 'exit': 1}
