#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
# _stops_of.py TITLE EXECNAME STOPS COMMAND...: gdb stops a program some times (_stops.py), and dtrace's stack at each stop
# must be gdb's, frame for frame. Prints the number of stops and of equal stacks. Without a table for the innermost frame, gdb
# guesses, and may be wrong: other stacks there count separately.
import json
import os
import re
import subprocess
import sys

HERE, TMPDIR = os.path.dirname(os.path.abspath(__file__)), os.environ["TMPDIR"]
PROGRAM = """sched:::off-cpu /execname == "%s" && progenyof($target)/ { @[uregs[R_PC], uregs[R_SP], ustack(200)] = count(); }"""


def symbols(path, known={}):
    """The addresses of a file's functions by name, and with a version."""
    if path not in known:
        found = known[path] = {}
        for table in ([], ["-D"]):
            out = subprocess.run(["nm", *table, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
            for fields in map(str.split, out.splitlines()):
                if len(fields) == 3:
                    found.setdefault(fields[2].split("@")[0], set()).add(int(fields[0], 16))
    return known[path]


def is_frame(ours, theirs):
    """Whether dtrace's frame FILE`NAME+0xN or FILE`0xN+0xN is gdb's PATH:ADDRESS:SYMBOL+OFFSET."""
    path, addr, symbol = theirs.split(":", 2)
    module, _, place = ours.partition("`")
    function, _, offset = place.partition("+0x")
    begin = int(addr, 16) - int(offset or "0", 16)
    if module != os.path.basename(path):
        return False
    if re.fullmatch("0x[0-9a-f]+", function):
        return int(function, 16) == begin
    return begin in symbols(path).get(function, ()) or symbol == f"{function}+0x{offset or 0}"


def is_stack(ours, theirs):
    return len(ours) == len(theirs) and all(is_frame(a, b) for a, b in zip(ours, theirs))


def has_table(frame, known={}):
    path, addr, _ = frame.split(":", 2)
    if path not in known:
        out = subprocess.run(["readelf", "-W", "--debug-dump=frames", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             text=True, check=False).stdout
        known[path] = [(int(a, 16), int(b, 16)) for a, b in re.findall(r" FDE .* pc=([0-9a-f]+)\.\.([0-9a-f]+)", out)]
    return any(begin <= int(addr, 16) < end for begin, end in known[path])


def main(title, execname, stops, *command):
    out = os.path.join(TMPDIR, "stops")
    environment = {**os.environ, "OUT": out, "STOPS": stops, "BEFORE": os.environ.get("BEFORE") or "2"}
    gdb = f"gdb -nx -batch -x {HERE}/_stops.py --args " + " ".join(command)
    got = subprocess.run([os.environ["DTRACE"], "-q", "-O", "json", "-x", "demangle=off", "-c", gdb, "-n", PROGRAM % execname],
                         env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    stacks = {}
    for line in got.stdout.splitlines():
        if line.startswith('{"type":"aggregation"'):
            for entry in json.loads(line)["entries"]:
                pc, sp, stack = entry["keys"]
                stacks.setdefault((pc % 2**64, sp % 2**64), []).append(stack)
    with open(out, encoding="ascii") as f:
        lines = [line.split() for line in f]
    if len(lines) < int(stops):
        sys.stderr.write(got.stderr)
    equal = guesses = 0
    for pc, sp, *theirs in lines:
        ours = stacks.get((int(pc), int(sp)), [])
        if any(is_stack(stack, theirs) for stack in ours):
            equal += 1
        elif ours and not has_table(theirs[0]):
            guesses += 1
        else:
            print("gdb:", *theirs, *("\ndtrace: " + " ".join(stack) for stack in ours), file=sys.stderr)
    print(f"{title}: {len(lines)} stops, {equal + guesses} equal" + (f" but for {guesses} guesses of gdb" if guesses else ""))


main(*sys.argv[1:])
