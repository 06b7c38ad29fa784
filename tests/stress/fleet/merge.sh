# SPDX-License-Identifier: BSD-2-Clause
# timeout: 600
#
# --merge of 1,000 files with 1,000 keys each: the result is exact, the time is that of ten times 100 files, within a factor
# of two, and the memory does not grow with the number of files.
cd "$TMPDIR" || exit 1
python3 - <<'END'
import json
for i in range(1000):
    with open(f"{i:03}.json", "w", encoding="utf-8") as f:
        entries = [{"keys": [f"key {k}"], "value": 0, "count": 2, "sum": i * k} for k in range(1000)]
        print(json.dumps({"type": "aggregation", "name": "a", "function": "avg", "kinds": ["string"], "normal": 1, "entries": entries}),
              file=f)
END
measure() { # FILE…: seconds and kilobytes, and the result in the file `out`
	/usr/bin/time -f "%U %M" -o time "$DTRACE" -O json --merge "$@" >out
	cat time
}
read -r short small < <(measure [0-9][0-9]0.json)
read -r long large < <(measure *.json)
echo "100 files: $short s, $small KB; 1,000 files: $long s, $large KB" >&2
python3 - "$short" "$small" "$long" "$large" <<'END'
import json, sys
short, small, long, large = map(float, sys.argv[1:])
rows = json.load(open("out", encoding="utf-8"))["entries"]
print(len(rows), all(r["count"] == 2000 and r["sum"] == int(r["keys"][0].split()[1]) * 499500 for r in rows))
print("linear" if long < 20 * max(short, 0.02) else "not linear", "bounded" if large < 1.5 * small else "not bounded")
END
# output:
# 1000 True
# linear bounded
