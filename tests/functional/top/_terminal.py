# SPDX-License-Identifier: BSD-2-Clause
"""A terminal for dtrace --top: a pty, and the escapes that the display uses."""
import atexit
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
import unicodedata

ESCAPE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")
LIMIT = 30  # seconds


class Terminal:
    """Runs a command in the foreground of a terminal of its own."""

    def __init__(self, argv, rows=12, columns=72, **variables):
        self.rows, self.columns, self.normal, self.is_other = rows, columns, "", False
        self.raw, self.clear = b"", [" " * columns] * rows
        self.master, self.slave = os.openpty()
        self.resize(rows, columns)
        self.modes = termios.tcgetattr(self.slave)
        read, write = os.pipe()
        # The leader of the session is not the command, as a shell is not: then the command can be stopped.
        self.leader = os.fork()
        if not self.leader:
            self._lead(argv, {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC", **variables}, read, write)
        os.close(write)
        self.pid = int(os.read(read, 20))
        self.states = os.fdopen(read)
        atexit.register(self.kill)

    def _lead(self, argv, environment, read, write):
        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        pid = os.fork()
        if not pid:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.slave, os.getpid())
            # The shell of a background job ignores the last two.
            for number in (signal.SIGTTOU, signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)
            for fd in range(3):
                os.dup2(self.slave, fd)
            os.closerange(3, 100)
            os.execvpe(argv[0], argv, environment)
        os.write(write, b"%20d" % pid)
        os.dup2(self.slave, 1)
        os.dup2(self.slave, 2)
        while True:
            _, status = os.waitpid(pid, os.WUNTRACED)
            word = "stopped" if os.WIFSTOPPED(status) else str(os.waitstatus_to_exitcode(status))
            os.write(write, word.encode() + b"\n")
            if not os.WIFSTOPPED(status):
                os._exit(0)

    def kill(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.clear = [" " * columns] * rows
        self.screen, self.at = list(self.clear), (0, 0)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self.master, keys.encode())

    # ---- the screen

    def _escape(self, parameters, letter):
        if letter == "H":
            row, column = (int(n) for n in parameters.split(";"))
            self.at = row - 1, column - 1
        elif letter == "K" and self.is_other:
            self._line(self.at[0], self.screen[self.at[0]][:self.at[1]])
        elif parameters == "?1049":
            self.is_other = letter == "h"
            self.screen, self.at = list(self.clear), (0, 0)

    def _line(self, y, text):
        self.screen[y] = text[:self.columns] + " " * (self.columns - len(text))

    def _put(self, c):
        if not self.is_other:
            self.normal += c
            return
        y, x = self.at
        width = 2 if unicodedata.east_asian_width(c) in "WF" else 1
        assert c >= " " and y < len(self.screen), (c, self.at)
        assert x + width <= self.columns, ("beyond the window", c, self.at, self.screen[y])
        self._line(y, self.screen[y][:x].ljust(x) + c + "\0" * (width - 1) + self.screen[y][x + width:])
        self.at = y, x + width

    def _take(self):
        """Takes what has been written. Returns false at the end."""
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += data
        text = self.raw.decode("utf-8", "surrogateescape")
        end = text.rfind("\x1b")
        tail = text[end:] if end >= 0 and not ESCAPE.match(text, end) else ""
        self.raw = tail.encode("utf-8", "surrogateescape")
        text = text[:len(text) - len(tail)]
        at = 0
        while at < len(text):
            m = ESCAPE.match(text, at)
            if m:
                self._escape(m[1], m[2])
                at = m.end()
            else:
                self._put(text[at])
                at += 1
        return True

    def lines(self):
        return [line.replace("\0", "").rstrip() for line in self.screen]

    def wait(self, what, condition):
        """Takes output until the condition on the lines holds."""
        end = time.monotonic() + LIMIT
        while not condition(self.lines()):
            if time.monotonic() > end:
                raise SystemExit(f"{what}: not within {LIMIT} s:\n" + "\n".join(self.lines()) + "\n" + self.normal)
            if select.select([self.master], [], [], 0.2)[0]:
                self._take()
        return self.lines()

    def until(self, pattern):
        return self.wait(pattern, lambda lines: re.search(pattern, "\n".join(lines), re.M))

    def show(self, pattern=""):
        """Prints the screen once it contains the pattern, without times."""
        lines = self.until(pattern)
        time_of_day = re.match(r"[\d: ]*", lines[0])[0]
        lines[0] = "HH:MM:SS  M:SS  "[:len(time_of_day)] + lines[0][len(time_of_day):]
        for line in lines:
            if line:
                print("|" + line)

    def state(self):
        """Waits until the command ends or stops; returns its status or "stopped"."""
        end = time.monotonic() + LIMIT
        while not select.select([self.states], [], [], 0)[0]:
            if time.monotonic() > end:
                raise SystemExit("the command does not end:\n" + "\n".join(self.lines()))
            if select.select([self.master], [], [], 0.1)[0]:
                self._take()
        while select.select([self.master], [], [], 0)[0] and self._take():
            pass
        return self.states.readline().strip()

    def is_running(self):
        return not select.select([self.states], [], [], 0)[0]

    def is_restored(self):
        now = termios.tcgetattr(self.slave)
        return now == self.modes and not self.is_other
