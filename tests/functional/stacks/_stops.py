# SPDX-License-Identifier: BSD-2-Clause
# Run by gdb: stops the program $STOPS times by a signal, and prints the stack each time: the program counter, the stack
# pointer, and the frames as PATH:ADDRESS in the file:SYMBOL+OFFSET. dtrace prints a stack whenever the thread leaves the CPU, so also at
# these stops.
import os
import subprocess

import gdb


def quiet(command):
    return gdb.execute(command, to_string=True)


def segments(path):
    """The loaded segments of a file: (offset, size, address)."""
    out = subprocess.run(["readelf", "-lW", path], stdout=subprocess.PIPE, text=True, check=False).stdout
    return [(int(f[1], 16), int(f[4], 16), int(f[2], 16)) for f in map(str.split, out.splitlines()) if f[:1] == ["LOAD"]]


def symbol(pc):
    """What gdb calls an address: the names of debug files, too."""
    name, _, rest = quiet(f"info symbol {pc}").partition(" ")
    return f"{name}+{int(rest.split()[1]):#x}" if rest.startswith("+ ") else f"{name}+0x0"


class Files:
    """The files that a process has mapped."""

    def __init__(self, pid):
        self.maps, self.known = [], {}
        with open(f"/proc/{pid}/maps", encoding="ascii") as f:
            for fields in map(str.split, f):
                if len(fields) > 5 and fields[5].startswith("/"):
                    begin, end = (int(n, 16) for n in fields[0].split("-"))
                    self.maps.append((begin, end, int(fields[2], 16), fields[5]))

    def name(self, pc):
        for begin, end, offset, path in self.maps:
            if begin <= pc < end:
                at = pc - begin + offset
                for start, size, addr in self.known.setdefault(path, segments(path)):
                    if start <= at < start + size:
                        return f"{path}:{at - start + addr:x}"
        return f"?:{pc:x}"


for setting in ("pagination off", "confirm off", "backtrace past-main on", "backtrace past-entry on", "startup-with-shell off",
                "auto-load off", "debuginfod enabled off"):
    quiet("set " + setting)
quiet("handle SIGUSR1 stop nopass print")
quiet("starti")
pid = gdb.selected_inferior().pid


def run_for(seconds):
    """Lets the program run, and stops it. Returns false if it has ended."""
    with subprocess.Popen(["sh", "-c", f"sleep {seconds}; kill -USR1 {pid}"]):
        quiet("continue")
    return gdb.selected_inferior().pid


with open(os.environ["OUT"], "w", encoding="ascii") as out:
    run_for(float(os.environ["BEFORE"]))  # dtrace makes its tables
    for i in range(int(os.environ["STOPS"])):
        if not run_for(0.02 + i * 37 % 50 / 100):
            break
        files, names, frame = Files(pid), [], gdb.newest_frame()
        registers = [int(frame.read_register(r)) % 2**64 for r in ("pc", "sp")]
        while frame:
            if frame.type() != gdb.INLINE_FRAME:
                names.append(f"{files.name(frame.pc())}:{symbol(frame.pc())}")
            frame = frame.older()
        print(*registers, *names, file=out, flush=True)
quiet("kill")
