# SPDX-License-Identifier: BSD-2-Clause
"""Runs the commands of one section of a chapter of the guide, and compares what they print with the rows there.

    _run.py CHAPTER SECTION PART    CHAPTER: of the guide, or a path. SECTION "": the whole chapter. PART is what the
                                    shell of _work does, for programs of dtrace without a process of their own

A command goes on in the next line while a quote is open. It runs as it stands, with a remark behind a #. Of a row
only the shape is compared: a number stands for any number, with any unit; a bar for any bar; "…" for anything. The row must be printed once at least. Where the first row is a message of dtrace, the command must fail, and
the rows are those of the standard error. A block of C is the file report.c.
"""
import concurrent.futures
import itertools
import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.environ["SRCDIR"]
GUIDE = os.path.join(SOURCE, "..", "..", "..", "docs", "guide")
COMMAND = r"    (?=dtrace |cc |sed )"
# With all lines of a quotation, or of a continuation after a backslash.
WHOLE = r"(?:'[^']*'|\\\n|[^'\n])*"
SHAPES = ((r"…", ".*"), (r"\|[@ ]*\d+", r"\|[@ ]*\d+"), (r"0x[0-9a-f]+", "0x[0-9a-f]+"),
          (r"\d+(\.\d+)?([num]?s|[KMGT]?B)?\b", r"-?\d+(\.\d+)?([num]?s|[KMGT]?B)?"), (r"\s+", r"\s+"))


def read(chapter, section):
    text = open(os.path.join(GUIDE, chapter), encoding="utf-8").read()
    return re.search(rf"^## {section}$(.*?)(?=^## |\Z)", text, re.M | re.S)[1] if section else text


def commands(text):
    """Pairs of a command and its rows, which stand right below it or behind a blank line."""
    for command, rows in re.findall(rf"^{COMMAND}({WHOLE})\n((?:\n?(?:(?!{COMMAND})    .*\n)+)?)", text, re.M):
        yield command, [row.strip() for row in rows.split("\n") if row.strip()]


def pattern(row):
    found = re.compile("|".join(f"(?P<s{i}>{shape})" for i, (shape, _) in enumerate(SHAPES)))
    at, ret = 0, ""
    for m in found.finditer(row):
        ret += re.escape(row[at:m.start()]) + SHAPES[int(m.lastgroup[1:])][1]
        at = m.end()
    return re.compile(ret + re.escape(row[at:]))


def run(program, part, fails):
    """What it prints; the part of the work, if it has no process, is its command. None: not on this machine."""
    dtrace = os.environ["DTRACE"]
    # Commands that run at the same time have a directory each for the files of the work.
    work = os.path.join(tempfile.mkdtemp(dir=os.environ["TMPDIR"]), "work")
    # Not by this process: its children, until they execute a command, would have the file open for writing.
    subprocess.run(["install", "-m", "755", os.path.join(SOURCE, "_work"), work], check=True)
    command = dtrace if re.search(" -[cp] ", program) else f"{dtrace} -c '{work} {part}'"
    done = subprocess.run(["bash", "-c", re.sub("^dtrace", command, program)], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                          cwd=os.environ["TMPDIR"])
    if re.search("is not available here|accepts breakpoints of the processor and never", done.stderr):
        return None
    if bool(done.returncode) != fails:
        print(f"{program}\n  status {done.returncode}: {done.stderr}")
    return [line.strip() for line in (done.stderr if fails else done.stdout).splitlines()]


def main(chapter, section, part):
    if os.environ.get("DT_GUEST"):
        print("an emulated machine takes minutes for what is the same on every kernel")
        return 77
    text = read(chapter, section)
    for source in re.findall(r"^```c\n(.*?)^```", text, re.M | re.S):
        with open(os.path.join(os.environ["TMPDIR"], "report.c"), "w", encoding="utf-8") as f:
            f.write(source)
    listed = list(commands(text))
    # The lines of a section do not depend on each other, and most of them wait. One that prints the first of the whole
    # machine runs alone: a second command could displace what it expects.
    alone = [c for c in listed if not section or "trunc(" in c[0]]
    beside = [c for c in listed if c not in alone]
    one = lambda c: run(c[0], part, bool(c[1]) and c[1][0].startswith("dtrace: "))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(zip(beside, pool.map(one, beside)))
    for (program, rows), printed in itertools.chain(results, zip(alone, map(one, alone))):
        for row in rows if printed is not None else ():
            if not any(pattern(row).fullmatch(line) for line in printed):
                print(f"{program}\n  does not print: {row}\n  but: " + "\n       ".join(printed[:20]))
    print(f"{section or chapter}: {len(listed)} commands")
    return 0


sys.exit(main(*sys.argv[1:]))
