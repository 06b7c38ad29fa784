# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, for curthread
# -O json: every line is an object of a known shape, and the data are those of the program.
cat >"$TMPDIR/a.d" <<'END'
BEGIN { printf("%d %s|%x %*d\n", -5, "a\"b\\\t\001\377", (uint64_t)-1, 4, 3); trace(-1LL); }
BEGIN { trace((unsigned char)200); tracemem(curthread->comm, 6); print(7); stack(1); trace(probename); trace(curthread->comm); print(curthread->pid * 0); }
BEGIN { @a["k", 1] = count(); @a["l", -2] = count(); printa(@a); printa("%s %d %@d\n", @a); }
BEGIN { @q["x"] = quantize(5); @q["x"] = quantize(-9); @l = lquantize(7, 0, 5, 1); }
BEGIN { @l = lquantize(-7, 0, 5, 1); @s[stack(2)] = sum(-3); @t = sum(1000); normalize(@t, 10); }
BEGIN { x = 0; trace(1 / x); }
BEGIN { if (x) { trace("no"); } else { trace("yes"); } }
BEGIN { }
BEGIN { exit(5); }
END
"$DTRACE" -q -O json -s "$TMPDIR/a.d" >"$TMPDIR/out" 2>"$TMPDIR/err"
echo "status $?"
cat "$TMPDIR/err"
python3 - "$TMPDIR/out" <<'END'
import json, sys
MEMBERS = {
    "record": "time cpu id provider module function name output",
    "aggregation": "name function parameters kinds normal entries",
    "error": "time id provider module function name epid fault address action offset",
    "drop": "kind count message",
    "exit": "status",
}
def show(v):
    if isinstance(v, list) and v and all(isinstance(f, str) and "+0x" in f for f in v):
        return f"{len(v)} frames"
    if isinstance(v, list):
        return [show(x) for x in v]
    if isinstance(v, dict):
        return {k: show(x) for k, x in v.items()}
    return v
last = 0
for line in open(sys.argv[1], encoding="utf-8"):
    o = json.loads(line)
    kind = o.pop("type")
    assert [m for m in MEMBERS[kind].split() if m != "parameters" or m in o] == list(o), (kind, list(o))
    if kind in ("record", "error"):
        assert o["time"] >= last and o["provider"] == "dtrace" and o["name"] == "BEGIN" and o["id"] == 1
        last = o["time"]
    if kind == "record":
        for a in o["output"]:
            print(kind, json.dumps(show(a)))
    elif kind == "error":
        print(kind, o["fault"], o["action"])
    else:
        print(kind, json.dumps(show(o)))
END
# output:
# status 5
# record {"action": "printf", "text": "-5 a\"b\\\t\u0001\ufffd|ffffffffffffffff    3\n", "args": [-5, "a\"b\\\t\u0001\ufffd", 18446744073709551615, 3]}
# record {"action": "trace", "value": -1}
# record {"action": "trace", "value": 200}
# record {"action": "tracemem", "value": {"bytes": "647472616365"}}
# record {"action": "print", "value": 7, "text": "int 0x7"}
# record {"action": "stack", "value": "1 frames", "truncated": true}
# record {"action": "trace", "value": "BEGIN"}
# record {"action": "trace", "value": "dtrace"}
# record {"action": "print", "value": 0, "text": "int 0"}
# record {"action": "printa", "aggregations": [{"name": "a", "function": "count", "kinds": ["string", "int32"], "normal": 1, "entries": [{"keys": ["k", 1], "value": 1}, {"keys": ["l", -2], "value": 1}]}]}
# record {"action": "printa", "text": "k 1 1\nl -2 1\n", "aggregations": [{"name": "a", "function": "count", "kinds": ["string", "int32"], "normal": 1, "entries": [{"keys": ["k", 1], "value": 1}, {"keys": ["l", -2], "value": 1}]}]}
# error divide-by-zero 2
# record {"action": "trace", "value": "yes"}
# record {"action": "exit", "value": 5}
# aggregation {"name": "q", "function": "quantize", "kinds": ["string"], "normal": 1, "entries": [{"keys": ["x"], "buckets": [{"value": -8, "count": 1}, {"value": 4, "count": 1}]}]}
# aggregation {"name": "l", "function": "lquantize", "parameters": [0, 5, 1], "kinds": [], "normal": 1, "entries": [{"keys": [], "buckets": [{"below": 0, "count": 1}, {"above": 5, "count": 1}]}]}
# aggregation {"name": "s", "function": "sum", "kinds": ["stack"], "normal": 1, "entries": [{"keys": ["2 frames"], "value": -3, "truncated": true}]}
# aggregation {"name": "t", "function": "sum", "kinds": [], "normal": 10, "entries": [{"keys": [], "value": 100, "raw": 1000}]}
# exit {"status": 5}
