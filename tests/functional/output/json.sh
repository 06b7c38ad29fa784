# SPDX-License-Identifier: BSD-2-Clause
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
    "aggregation": "name function normal entries",
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
    assert list(o) == MEMBERS[kind].split(), (kind, list(o))
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
