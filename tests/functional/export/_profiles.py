# SPDX-License-Identifier: BSD-2-Clause
"""Prints profiles of OTLP requests: their types, and the sum of the samples of each stack of functions.

    _profiles.py FILE [FUNCTION...]    shows the frames of these functions only
"""
import collections
import sys

from _protobuf import fields, one, packed


def value_of(attribute):
    value = fields(attribute[2][0])
    return value[1][0].decode() if value[1] else one(value, 3)


def main():
    shown = set(sys.argv[2:])
    with open(sys.argv[1], "rb") as file:
        request = fields(file.read())
    dictionary = fields(request[2][0])
    texts = [text.decode() for text in dictionary[5]]
    mappings, locations, functions, links, attributes, stacks = (
        [fields(element) for element in dictionary[i]] for i in (1, 2, 3, 4, 6, 7)
    )
    for table in mappings, locations, functions, links, attributes, stacks:
        assert not table[0], "element 0 is not the zero value"
    scope = fields(fields(request[1][0])[2][0])
    totals = collections.Counter()
    for profile in map(fields, scope[2]):
        kind = fields(profile[1][0])
        print(f"type: {texts[one(kind, 1)]}/{texts[one(kind, 2)]}")
        assert one(profile, 3) and one(profile, 4), "no time"
        for sample in map(fields, profile[2]):
            frames = []
            for number in packed(stacks[one(sample, 1)][1]):
                mapping = mappings[one(locations[number], 1)]
                for line in map(fields, locations[number][3]):
                    name = texts[one(functions[one(line, 1)], 1)]
                    if name in shown:
                        frames.append(f"{name}:{one(line, 2)}")
                        ids = [value_of(attributes[i]) for i in packed(mapping[5])]
                        assert len(ids) == 1 and int(ids[0], 16), "no build id"
            labels = [f"{texts[one(attributes[i], 1)]}={value_of(attributes[i])}" for i in packed(sample[2])]
            totals[" ".join([texts[one(kind, 1)], *frames, *labels])] += packed(sample[4])[0]
    for stack, total in sorted(totals.items()):
        print(total, stack)


main()
