# SPDX-License-Identifier: BSD-2-Clause
"""_sections.py FILE hole WHICH SIZE: its sections of the type (a number) or of the name lie behind the file, in a hole.
_sections.py FILE repeat NAME N SIZE: it has N more of the name, all of them the same hole.
_sections.py FILE announce N: it says that it has N, of which the first are those it has."""
import struct
import sys

HEADERS_AT, N_AT, TYPE_AT, PLACE_AT, SIZE_AT = 0x28, 0x3C, 4, 0x18, 0x20


def place(section, at, size):
    struct.pack_into("<QQ", section, PLACE_AT, at, size)


def is_meant(section, names, which):
    if which.isdigit():
        return section[TYPE_AT] == int(which)
    name, = struct.unpack_from("<I", section)
    return names[name:].startswith(which.encode() + b"\0")


def main(path, what, *rest):
    with open(path, "rb") as f:
        data = f.read()
    at, = struct.unpack_from("<Q", data, HEADERS_AT)
    size, n, names = struct.unpack_from("<HHH", data, N_AT - 2)
    sections = [bytearray(data[at + i * size:at + (i + 1) * size]) for i in range(n)]
    names = data[struct.unpack_from("<Q", sections[names], PLACE_AT)[0]:]
    if what == "repeat":
        copy, = [bytearray(s) for s in sections if is_meant(s, names, rest[0])]
        added = [copy] * int(rest[1])
    else:
        added = []
    end = len(data) + (n + len(added)) * size
    holes = int(rest[-1])
    if what == "hole":
        for section in sections:
            if is_meant(section, names, rest[0]):
                place(section, end, holes)
    elif what == "repeat":
        place(copy, end, holes)
    else:
        struct.pack_into("<Q", sections[0], SIZE_AT, holes)  # where the header says none
        holes *= size
    with open(path, "r+b") as f:
        f.seek(len(data))
        f.write(b"".join(sections + added))
        f.seek(HEADERS_AT)
        f.write(struct.pack("<Q", len(data)))
        f.seek(N_AT)
        f.write(struct.pack("<H", 0 if what == "announce" else n + len(added)))
        f.truncate(end + holes)


main(*sys.argv[1:])
