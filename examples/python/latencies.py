#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
#
# latencies.py - describes the latencies of a command's system calls by a table of pandas.
#
# usage: latencies.py COMMAND [ARGUMENT]...
#
# It needs the module pandas (package python3-pandas).
#
#	           count       min      50%       99%        max
#	call
#	openat        15    1.8 us   4.1 us   12.4 us    12.9 us
#	read           9    0.6 us   1.2 us    3.0 us     3.0 us
import sys

import libdtrace
import pandas

PROGRAM = """
syscall:::entry /pid == $target/ { self->begin = timestamp; }
syscall:::return /self->begin/ { this->ns = timestamp - self->begin; trace(probefunc); trace(this->ns); self->begin = 0; }
"""


def collect(command):
    """Returns a frame with a row for each system call of the command."""
    with libdtrace.Session(quiet=True) as s:
        s.command(command)
        s.add(PROGRAM)
        s.go()
        frames = [pandas.DataFrame({"call": batch.column("probefunc"), "ns": batch.column("ns")})
                  for batch in s.batches()]
        if s.drops:
            print(f"latencies.py: lost records: {s.drops}", file=sys.stderr)
    return pandas.concat(frames, ignore_index=True)


if len(sys.argv) < 2:
    sys.exit("usage: latencies.py COMMAND [ARGUMENT]...")
try:
    calls = collect(sys.argv[1:])
except (libdtrace.Error, OSError) as e:
    sys.exit(f"latencies.py: {e}")
table = calls.groupby("call").ns.describe(percentiles=[0.5, 0.99])[["count", "min", "50%", "99%", "max"]]
print(table.to_string(formatters={"count": "{:.0f}".format,
                                  **{name: lambda ns: f"{ns / 1000:.1f} us" for name in table.columns[1:]}}))
