# SPDX-License-Identifier: BSD-2-Clause
"""_perf.py PROGRAM: at every instruction that stands in the file $PLACES ("function+0xoffset" a line), when it is reached
first, write the stack that `perf record --call-graph dwarf` unwinds to $OUT, as the test does. Stacks that are larger
than what perf copies of them stand in $CUT, by their first frame."""
import os
import re
import signal
import subprocess
import sys

COPIED = 8192  # bytes of each stack
EVENTS = "/sys/kernel/tracing/uprobe_events"
GROUP = f"dtrace_stacks_{os.getpid()}"
OURS = ("t_", "main", "_start")

program, directory = sys.argv[1], os.path.dirname(sys.argv[1])
data = os.path.join(directory, "perf.data")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


ADDRESSES = {name: int(value, 16) for value, _, name in re.findall(r"^(\S+) ([tT]) (\S+)$", output("nm", program), re.M)}


def offset_in_file(address):
    for line in re.findall(r"^ +LOAD +(\S+) (\S+) \S+ (\S+) \S+ R E", output("readelf", "-lW", program), re.M):
        offset, start, size = (int(n, 16) for n in line)
        if start <= address < start + size:
            return address - start + offset
    raise ValueError(f"{address:x} is no code")


def tell(commands):
    """The file takes one command at a time, and cannot be sought in."""
    events = os.open(EVENTS, os.O_WRONLY | os.O_APPEND)
    for command in commands:
        os.write(events, (command + "\n").encode())
    os.close(events)


def event(line):
    """A place as the kernel wants it."""
    function, offset = line.split("+")
    return f"{program}:{offset_in_file(ADDRESSES[function] + int(offset, 16)):#x}"


def stacks():
    """(number of the event, [frame]) of each sample; of a caller perf shows the address before."""
    text = output("perf", "script", "-i", data, "--no-inline", "-F", "event,ip,sym,symoff")
    for sample in text.split("\n\n"):
        head = re.search(r":e(\d+):", sample)
        frames = []
        for name, offset in re.findall(r"^\s+[0-9a-f]+ (\S+?)\+0x([0-9a-f]+)", sample, re.M):
            frames.append(f"{name}+{int(offset, 16) + (len(frames) > 0):#x}")
        if head:
            yield int(head[1]), [f for f in frames if f.startswith(OURS)]


def main():
    with open(os.environ["PLACES"], encoding="ascii") as f:
        lines = f.read().split()
    tell(f"p:{GROUP}/e{i} {event(line)}" for i, line in enumerate(lines))
    try:
        output("perf", "record", "-q", "-m", "16M", "-e", GROUP + ":*", "--call-graph", f"dwarf,{COPIED}", "-o", data, "--", program)
    finally:
        tell(f"-:{GROUP}/e{i}" for i in range(len(lines)))
    seen = set()
    with open(os.environ["OUT"], "w", encoding="ascii") as out, open(os.environ["CUT"], "w", encoding="ascii") as cut:
        for number, frames in stacks():
            if number in seen:
                continue
            seen.add(number)
            if frames[-1:] and frames[-1].startswith("_start+"):
                print(*frames, file=out)
            else:
                print(lines[number], file=cut)


TRACING = os.path.dirname(EVENTS)
if not os.path.ismount(TRACING):
    subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACING], check=False)
if not os.access(EVENTS, os.W_OK):
    print("this machine has no uprobe events")
    sys.exit(77)
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the events are removed then, too
main()
