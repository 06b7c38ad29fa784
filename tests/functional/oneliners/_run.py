# SPDX-License-Identifier: BSD-2-Clause
"""Runs the programs of one section of the guide's one-liners, and compares what they print with the rows there.

    _run.py SECTION PART    PART is what the shell of _work does, for programs without a command of their own

Of a row only the shape is compared: a number stands for any number, with any unit; a bar for any bar; "…" for
anything. The row must be printed once at least.
"""
import os
import re
import shutil
import subprocess
import sys

SOURCE = os.environ["SRCDIR"]
GUIDE = os.path.join(SOURCE, "..", "..", "..", "docs", "guide", "one-liners.md")
SHAPES = ((r"…", ".*"), (r"\|[@ ]*\d+", r"\|[@ ]*\d+"), (r"0x[0-9a-f]+", "0x[0-9a-f]+"),
          (r"\d+(\.\d+)?([num]?s|[KMGT]?B)?\b", r"-?\d+(\.\d+)?([num]?s|[KMGT]?B)?"), (r"\s+", r"\s+"))


def programs(section):
    """Pairs of a program and its rows."""
    text = open(GUIDE, encoding="utf-8").read()
    text = re.search(rf"^## {section}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    for block in re.findall(r"(?:^    .*\n)+", text, re.M):
        lines = [line.strip() for line in block.splitlines()]
        yield lines[0], lines[1:]


def pattern(row):
    found = re.compile("|".join(f"(?P<s{i}>{shape})" for i, (shape, _) in enumerate(SHAPES)))
    at, ret = 0, ""
    for m in found.finditer(row):
        ret += re.escape(row[at:m.start()]) + SHAPES[int(m.lastgroup[1:])][1]
        at = m.end()
    return re.compile(ret + re.escape(row[at:]))


def run(program, work, part):
    """What it prints; the part of the work, if it has no command, is its command."""
    dtrace = os.environ["DTRACE"]
    command = dtrace if " -c " in program else f"{dtrace} -c '{work} {part}'"
    done = subprocess.run(["bash", "-c", program.replace("dtrace", command, 1)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          cwd=os.path.dirname(work))
    if done.returncode:
        print(f"{program}\n  status {done.returncode}: {done.stderr}")
    return [line.strip() for line in done.stdout.splitlines()]


def main(section, part):
    work = os.path.join(os.environ["TMPDIR"], "work")
    shutil.copy(os.path.join(SOURCE, "_work"), work)
    os.chmod(work, 0o755)
    number = 0
    for program, rows in programs(section):
        printed = run(program, work, part)
        for row in rows:
            if not any(pattern(row).fullmatch(line) for line in printed):
                print(f"{program}\n  does not print: {row}\n  but: " + "\n       ".join(printed[:20]))
        number += 1
    print(f"{section}: {number} programs")


main(*sys.argv[1:])
