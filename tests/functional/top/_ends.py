# SPDX-License-Identifier: BSD-2-Clause
"""Every end of the display restores the terminal."""
import fcntl
import os
import signal
import struct
import termios
import time

from _terminal import Terminal

PROGRAM = 'BEGIN { @n["a key"] = count(); printf("text\\n"); }'
DTRACE = os.environ["DTRACE"]
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup(1) may have started the tests


def start(program=PROGRAM, *more):
    t = Terminal([DTRACE, "--top", "-qn", program, *more])
    t.until("1 key")
    return t


def report(t, how):
    state, text = t.state(), t.normal.replace("\r", "")
    print(how, state, t.is_restored(), "text" in text, "a key   " in text)


for name, keys in ("q", "q"), ("^C", "\x03"), ("^\\", "\x1c"):
    t = start()
    t.type(keys)
    report(t, name)
for sig in signal.SIGTERM, signal.SIGHUP, signal.SIGSEGV, signal.SIGABRT, signal.SIGUSR1:
    t = start()
    os.kill(t.pid, sig)
    report(t, sig.name)
t = start(PROGRAM + " syscall::getpgid:entry /pid == $1/ { exit(7); }", str(os.getpid()))
os.getpgid(0)
report(t, "exit")

t = start()
t.type("\x1a")
print("^Z", t.state(), t.is_restored())
os.kill(t.pid, signal.SIGCONT)
t.until("1 key")
print("continued", not t.is_restored())
t.type("q")
report(t, "q")

# Nobody reads the output, so dtrace waits: the second signal ends it at once.
fifo = os.environ["TMPDIR"] + "/fifo"
os.mkfifo(fifo)
reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
t = start(PROGRAM + ' tick-1ms { printf("%1000d", 1); }', "-o", fifo)
old, full = -1, 0
while full < 30000 or full != old:
    old, full = full, struct.unpack("i", fcntl.ioctl(reader, termios.FIONREAD, b"\0" * 4))[0]
    time.sleep(0.2)
while t.is_running():
    os.kill(t.pid, signal.SIGTERM)
    time.sleep(0.05)  # signals at the same time count once
report(t, "two signals")
print("ended at once" in t.normal)
