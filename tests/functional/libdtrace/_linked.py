# SPDX-License-Identifier: BSD-2-Clause
"""Writes the sources of a library with the functions of a release, and of a program that needs all of them.

    _linked.py DUMP DIRECTORY: writes stub.c, stub.map and all.c from the dump of an interface (tools/check-abi)
"""
import collections
import pathlib
import sys
import xml.etree.ElementTree


def main(dump, directory):
    nodes = collections.defaultdict(list)
    for symbol in xml.etree.ElementTree.parse(dump).iter("elf-symbol"):
        nodes[symbol.get("version")].append(symbol.get("name"))
    names = sorted(sum(nodes.values(), []))
    (directory / "stub.c").write_text("".join(f"void {name}(void)\n{{\n}}\n" for name in names))
    (directory / "stub.map").write_text(
        "".join(f"{node} {{ global: {' '.join(name + ';' for name in sorted(nodes[node]))} }};\n" for node in sorted(nodes)))
    (directory / "all.c").write_text(
        "".join(f"void {name}(void);\n" for name in names) + "void (*const all[])(void) = {\n"
        + "".join(f"\t{name},\n" for name in names) + "};\n")
    print(len(names))


main(sys.argv[1], pathlib.Path(sys.argv[2]))
