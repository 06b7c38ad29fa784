# SPDX-License-Identifier: BSD-2-Clause
"""_flame_data.py PAGE OUTPUT: compare a page's data with what printa() printed, and print them."""
import collections
import json
import re
import sys

page = open(sys.argv[1], encoding="utf-8").read()
data = json.loads(re.search(r'<script type="application/json" id="data">([^<]*)</script>', page)[1])
aggregations = {a["name"]: a for a in data["aggregations"]}


def rows(name):
    return aggregations[name]["shots"][-1]["rows"]


def stack(key):
    return [data["names"][i] for i in key.get("user") or key["kernel"]]


printed, drawn, frames = collections.Counter(), collections.Counter(), []
for line in open(sys.argv[2], encoding="utf-8"):
    if "`" in line:
        frames.append(line.strip().split("+0x")[0])
    elif frames and line.strip().isdigit():
        printed[tuple(frames)] += int(line)
        frames = []
for row in rows("leaf"):
    drawn[tuple(stack(row["keys"][0]))] += row["value"]
print("stacks are equal" if drawn == printed and len(drawn) == 3 else (drawn, printed))
for frames, n in sorted(drawn.items(), key=lambda item: item[1]):
    print(n, *[f.split("`")[1] for f in frames if f.startswith("flame`")])

labels = aggregations["sizes"]["labels"]
for row in rows("sizes"):
    print(row["keys"], [(labels[i], n) for i, n in row["buckets"]])
shots = aggregations["times"]["shots"]
print(len(shots), "shots of", sum(n for s in shots for r in s["rows"] for _, n in r["buckets"]))
print(aggregations["largest"]["function"], rows("largest"))
spread = aggregations["spread"]
print(spread["columns"], spread["labels"], rows("spread"))
kernel, user, text = rows("calls")[0]["keys"]
print([*kernel][0], [*user][0], text, sum(r["value"] for r in rows("calls")))
