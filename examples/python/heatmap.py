#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
#
# heatmap.py - draws the latency of a system call as a heat map: a line a second, a column a latency.
#
# usage: heatmap.py [-c COMMAND | -p PID] SYSCALL
#
# Each decade from 1 us to 10 s has nine columns. On a terminal the colour shows the number of calls; elsewhere
# a digit does: 0 for one call, 1 for two or three, and one more for each doubling.
#
#	          1us      10us     100us    1ms      10ms     100ms    1s
#	20:15:01 78866421  1       0
#	20:15:02 689752                      0
#	2 lines, 1604 calls
import argparse
import sys
import time

import libdtrace

COLORS = (17, 18, 19, 54, 90, 126, 162, 198, 205, 219)  # of the 256 of terminals, from few to many calls
PROGRAM = """
syscall::%s:entry %s { self->begin = timestamp; }
syscall::%s:return /self->begin/ { @ = llquantize(timestamp - self->begin, 10, 3, 9, 10); self->begin = 0; }
"""


def cell(count, is_colored):
    level = min(max(count, 1).bit_length(), len(COLORS)) - 1
    if not is_colored:
        return str(level) if count else " "
    return f"\033[48;5;{COLORS[level]}m \033[0m" if count else " "


def totals(session):
    """Returns the counts of all buckets, or [] before the first call."""
    return [bucket.count for histogram in session.aggregation().values() for bucket in histogram.buckets]


def draw(session, before):
    """Prints a line for the calls since `before`. Returns the totals."""
    now = totals(session)
    counts = [n - old for n, old in zip(now, before or [0] * len(now))]
    row = "".join(cell(n, sys.stdout.isatty()) for n in counts)
    print(time.strftime("%H:%M:%S"), row.rstrip(), flush=True)
    return now


def main():
    parser = argparse.ArgumentParser(description="Draws the latency of a system call as a heat map.")
    target = parser.add_mutually_exclusive_group()
    target.add_argument("-c", metavar="COMMAND")
    target.add_argument("-p", metavar="PID", type=int)
    parser.add_argument("syscall", metavar="SYSCALL")
    a = parser.parse_args()
    lines, before = 0, []
    with libdtrace.Session(quiet=True) as s:
        if a.c:
            s.command(a.c)
        elif a.p:
            s.grab(a.p)
        s.add(PROGRAM % (a.syscall, "/pid == $target/" if a.c or a.p else "", a.syscall))
        s.go()
        print(" " * 10 + "".join(f"{unit:9}" for unit in "1us 10us 100us 1ms 10ms 100ms 1s".split()).rstrip())
        is_alive, due = True, time.monotonic() + 1
        try:
            while is_alive:
                is_alive = s.work()
                if time.monotonic() >= due or not is_alive:
                    before, due, lines = draw(s, before), due + 1, lines + 1
        except KeyboardInterrupt:
            before, lines = draw(s, before), lines + 1
    print(f"{lines} lines, {sum(before)} calls")


try:
    main()
except libdtrace.CompileError as e:
    sys.exit("\n".join(map(str, e.diagnostics)))
except (libdtrace.Error, OSError) as e:
    sys.exit(f"heatmap.py: {e}")
