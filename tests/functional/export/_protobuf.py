# SPDX-License-Identifier: BSD-2-Clause
"""A reader of protobuf by field numbers, independent of the writer in src/export."""
import collections


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """Returns the values of each field number. Numbers are integers, everything else is bytes."""
    found, at = collections.defaultdict(list), 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 1:
            value, at = int.from_bytes(data[at : at + 8], "little"), at + 8
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at : at + size], at + size
            assert len(value) == size
        else:
            raise ValueError(f"wire type {tag & 7}")
        found[tag >> 3].append(value)
    return found


def packed(values):
    """Returns the numbers of a packed field."""
    numbers = []
    for data in values:
        at = 0
        while at < len(data):
            number, at = varint(data, at)
            numbers.append(number - (1 << 64) if number >> 63 else number)
    return numbers


def one(message, field):
    return (message[field] or [0])[0]
