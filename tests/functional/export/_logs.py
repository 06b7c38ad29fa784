# SPDX-License-Identifier: BSD-2-Clause
"""Prints the log records of OTLP requests: severity, body, and the attributes whose names are given.

    _logs.py ATTRIBUTES FILE...    ATTRIBUTES: names with commas in between; those of the resource are printed first
"""
import sys

from _protobuf import fields, one


def attributes(values, shown):
    """Returns the shown ones of a list of KeyValues."""
    found = {}
    for pair in map(fields, values):
        value = fields(pair[2][0])
        found[pair[1][0].decode()] = value[1][0].decode() if value[1] else one(value, 3)
    return [f"{name}={found[name]}" for name in shown if name in found]


def main():
    shown = sys.argv[1].split(",")
    resources = []
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            request = fields(file.read())
        for resource in map(fields, request[1]):
            head = attributes(fields(resource[1][0])[1], shown)
            if head not in resources:
                resources.append(head)
                print(*head)
            for scope in map(fields, resource[2]):
                assert fields(scope[1][0])[1] == [b"dtrace"]
                for record in map(fields, scope[2]):
                    assert record[1] and record[11], "a record without a time"
                    body = fields(record[5][0])[1][0].decode()
                    ids = [value.hex() for value in record[9] + record[10]]
                    print(record[3][0].decode(), one(record, 2), repr(body), *attributes(record[6], shown), *ids)


main()
