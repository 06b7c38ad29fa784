# SPDX-License-Identifier: BSD-2-Clause
# Run by gdb: at each instruction listed in the file $PLACES ("function+0xoffset" a line), when it is
# reached first, prints the stack as the test does.
import os

import gdb


def name(pc):
    text = gdb.execute(f"info symbol {pc}", to_string=True).split(" in section")[0]
    function, _, offset = text.partition(" + ")
    return f"{function.strip()}+{hex(int(offset or 0))}"


for setting in ("pagination off", "confirm off", "backtrace past-main on", "breakpoint pending off", "startup-with-shell off"):
    gdb.execute("set " + setting)
gdb.execute("starti", to_string=True)
places = {}
for line in open(os.environ["PLACES"], encoding="ascii"):
    function, offset = line.strip().split("+")
    places[int(gdb.parse_and_eval(f"(long)&{function}")) + int(offset, 16)] = line.strip()
for pc in places:
    gdb.execute(f"tbreak *{pc}", to_string=True)
with open(os.environ["OUT"], "w", encoding="ascii") as out:
    while True:
        gdb.execute("continue", to_string=True)
        if not gdb.selected_inferior().pid:
            break
        frame, names = gdb.newest_frame(), []
        while frame:
            names.append(name(frame.pc()))
            frame = frame.older()
        print(*[n for n in names if n.startswith(("t_", "main", "_start"))], file=out)
