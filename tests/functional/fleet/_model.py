# SPDX-License-Identifier: BSD-2-Clause
"""Compares aggregations with a model over records. Reads lines of -O json: records whose printf() has a key and a value."""
import json
import math
import sys

SQUEEZE = 7  # normalize() of some aggregations


def divide(a, b):
    return -(-a // b) if (a < 0) != (b < 0) else a // b


def deviation(values):
    mean = abs(sum(values)) // len(values)
    return math.isqrt(max(0, sum(v * v for v in values) // len(values) - mean * mean))


def quantize(v):
    return ("value", 0 if not v else int(math.copysign(1 << (abs(v).bit_length() - 1), v)))


def lquantize(v):
    return ("below", -1000) if v < -1000 else ("above", 5000) if v >= 5000 else ("value", -1000 + (v + 1000) // 100 * 100)


def llquantize(v):
    if v < 1:
        return ("below", 1)
    width = 10 ** max(0, len(str(v)) - 1)
    return ("above", 10000) if v >= 10000 else ("value", v // width * width)


def percentile(v):
    step = 1 << max(0, v.bit_length() - 5)
    return ("below", 0) if v < 0 else ("value", v // step * step)


MODELS = {
    "cnt": len,
    "sum": lambda values: divide(sum(values), SQUEEZE),
    "avg": lambda values: divide(sum(values), len(values)),
    "min": min,
    "max": max,
    "dev": deviation,
}
BUCKETS = {"qua": quantize, "lin": lquantize, "log": llquantize, "pct": percentile}


def tally(values, bucket):
    counts = {}
    for v in values:
        counts[bucket(v)] = counts.get(bucket(v), 0) + 1
    return counts


def entry(name, e):
    if name not in BUCKETS:
        return e["value"]
    return {(kind, b[kind]): b.get("raw", b["count"]) for b in e["buckets"] for kind in ("value", "below", "above") if kind in b}


def main():
    values, shown, hosts, times = {}, {}, set(), []
    for line in sys.stdin:
        o = json.loads(line)
        if o["type"] == "record":
            hosts.add(o.get("host"))
            times.append(o["time"])
            for action in o["output"]:
                if action["action"] == "printf":
                    key, value = action["args"]
                    values.setdefault(key, []).append(value)
        elif o["type"] == "aggregation":
            shown[o["name"]] = o
    wrong = 0
    for name, o in shown.items():
        if name == "named":
            total = sum(e["value"] for e in o["entries"])
            if total != sum(map(len, values.values())) or o["kinds"] != ["string", "string", "stack", "uint8"]:
                print(name, o)
                wrong += 1
            continue
        for e in o["entries"]:
            want = tally(values[e["keys"][-1]], BUCKETS[name]) if name in BUCKETS else MODELS[name](values[e["keys"][-1]])
            if entry(name, e) != want:
                print(name, e["keys"], entry(name, e), "instead of", want)
                wrong += 1
    missing = set(MODELS) | set(BUCKETS) | {"named"}
    print(len(hosts), "hosts,", sum(map(len, values.values())), "records,", len(shown), "aggregations,", wrong, "wrong,",
          len(missing - set(shown)), "missing,", "ordered" if times == sorted(times) else "not ordered")


main()
