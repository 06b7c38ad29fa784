# SPDX-License-Identifier: BSD-2-Clause
"""Prints a profile in the format of pprof: its types, and the sum of the samples of each stack of functions.

    _pprof.py FILE [FUNCTION...]    shows the frames of these functions only

tests/stress/export compares with pprof's own readers.
"""
import collections
import gzip
import sys

from _protobuf import fields, one, packed


def main():
    shown = set(sys.argv[2:])
    with gzip.open(sys.argv[1]) as file:
        profile = fields(file.read())
    texts = [text.decode() for text in profile[6]]
    assert texts[0] == ""
    types = [fields(t) for t in profile[1]]
    print("types:", *(f"{texts[one(t, 1)]}/{texts[one(t, 2)]}" for t in types))
    mappings = {one(m, 1): m for m in map(fields, profile[3])}
    functions = {one(f, 1): f for f in map(fields, profile[5])}
    locations = {one(n, 1): n for n in map(fields, profile[4])}
    totals = collections.Counter()
    for sample in map(fields, profile[2]):
        frames = []
        for number in packed(sample[1]):
            location = locations[number]
            mapping = mappings.get(one(location, 2))
            if mapping:
                assert one(mapping, 2) <= one(location, 3) < one(mapping, 3), "an address beyond its mapping"
            if mapping and texts[one(mapping, 5)] == "vmlinux":
                frames += [] if "[kernel]" in frames else ["[kernel]"]
                continue
            for line in map(fields, location[4]):
                name = texts[one(functions[one(line, 1)], 2)]
                if not shown or name in shown:
                    frames.append(name + (f":{one(line, 2)}" if one(line, 2) else ""))
        labels = []
        for label in map(fields, sample[3]):
            labels.append(f"{texts[one(label, 1)]}={texts[one(label, 2)] or one(label, 3)}")
        for number, value in enumerate(packed(sample[2])):
            totals[" ".join([texts[one(types[number], 1)], *frames, *labels])] += value
    for stack, total in sorted(totals.items()):
        if total:
            print(total, stack)
    for m in mappings.values():
        name = texts[one(m, 5)].rpartition("/")[2]
        if name == "pprof":
            print("build id:", texts[one(m, 6)])


main()
