# SPDX-License-Identifier: BSD-2-Clause
"""The commands of the display, and windows of other sizes. This process makes the traced calls."""
import os

from _terminal import Terminal

fd = os.open("/dev/null", os.O_RDONLY)


def calls(**counts):
    for key, n in counts.items():
        for _ in range(n):
            os.lseek(fd, int(key[1:]), os.SEEK_SET)


def wait_for_refresh(times):
    for _ in range(times):
        old = t.lines()[0]
        t.wait("another time", lambda lines: lines[0] != old)


t = Terminal([os.environ["DTRACE"], "--top", "-qn", "syscall::lseek:entry /pid == $1/ { @seeks[arg1] = count(); }",
              str(os.getpid())], rows=9)
t.until("0 keys")
calls(k3=5, k100=9, k20=2)
t.until(r"^ *5 +[1-9]\S* +3$")
print("--- sorted by count")
t.show(r" 5 +0 +3$")
t.type("r")
t.show(r"\^")
print("--- by key")
t.type("\x1b[D")
t.show(r"key \^")
print("--- filter")
t.type("/1x\x7f")
t.show("keys with: 1_")
t.type("\x7f0\n")
t.show("with 0$")
t.type("\x1b")
t.until(" 3 keys$")
print("--- freeze")
t.type("f")
t.until("frozen")
calls(k3=10)
wait_for_refresh(2)
t.show("frozen")
t.type("f")
t.show(" 15 +0 +3$")
print("--- clear the view")
t.type("c")
t.show("0 keys  cleared")
calls(k20=4)
t.show(" 4 +0 +20$")
t.type("c")
t.show(" 6 +0 +20$")
print("--- windows")
for rows, columns in (4, 60), (7, 16), (3, 9), (2, 4), (1, 1), (5, 45):
    t.resize(rows, columns)
    t.wait("a line", lambda lines: lines[0])
    wait_for_refresh(2 if columns >= 9 else 0)
    t.show()
t.type("\x1b[B")
t.show(" 20$")
t.type("\x1b[5~q")
print(t.state(), t.is_restored())
print(t.normal.replace("\r", ""))
