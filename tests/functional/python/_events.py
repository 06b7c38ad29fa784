# SPDX-License-Identifier: BSD-2-Clause
"""Events, targets, event loops and interruption."""
import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time

import libdtrace

logging.getLogger("asyncio").setLevel(logging.ERROR)  # no word about callbacks that take long
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background commands ignore it


def calls(n):
    for _ in range(n):
        os.getppid()


def events():
    seen = []
    with libdtrace.Session(on_message=seen.append, on_drop=seen.append, on_fault=seen.append, dynvarsize=1024) as s:
        s.add("syscall::getppid:entry /pid == %d/ { a[i++] = 1; } BEGIN { trace(1 / i); }" % os.getpid())
        s.go()
        calls(2000)
        s.work(wait=False)
        s.stop()
        drops = [e for e in seen if isinstance(e, libdtrace.Drop)]
        faults = [e for e in seen if isinstance(e, libdtrace.Fault)]
        print({d.kind for d in drops}, s.drops == {"DYNAMIC": sum(d.count for d in drops)}, drops[0].cpu,
              drops[0].message.split(" ", 1)[1])
        print([(f.kind, f.address, f.action) for f in faults], len(seen) == len(drops) + len(faults))


def targets():
    ended = []
    with libdtrace.Session(on_target=ended.append) as s:
        read, write = os.pipe()
        first = s.command(["sh", "-c", "echo $A $(pwd) $(id -u); exit 3"], env={"A": "1 2", "PATH": os.environ["PATH"]},
                          cwd="/", stdout=write, user=65534, group=65534)
        os.close(write)
        s.command("sh -c 'kill -9 $$'")
        child = subprocess.Popen(["sleep", "100"])
        s.grab(child.pid)
        print(first == s.targets[0].pid, [(t.state, t.returncode, t.is_command) for t in s.targets])
        s.add("BEGIN { }")
        s.go()
        child.terminate()
        while s.work():
            pass
        print([(t.state, t.returncode) for t in s.targets], len(ended), child.wait())
        with os.fdopen(read) as f:
            print(f.read().strip())
    with libdtrace.Session() as s:
        for command, keywords in (["nosuch"], {}), (["true"], {"cwd": "/nosuch"}), ("true", {"cwd": "/"}):
            try:
                s.command(command, **keywords)
            except (OSError, TypeError) as e:
                print(type(e).__name__, e)


def loop():
    async def trace(program):
        n = 0
        async with libdtrace.Session() as s:
            s.add(program)
            s.go()
            asyncio.get_running_loop().call_soon(calls, 3)
            async for record in s:
                n += sum(record[4:])
        return n

    async def both():
        text = "syscall::getppid:entry /pid == %d/ { trace(++n); } syscall::getppid:entry /n == 3/ { exit(0); }" % os.getpid()
        return await asyncio.gather(trace(text), trace(text))

    async def closed():
        s = libdtrace.Session()
        s.add("tick-1h { }")
        s.go()
        asyncio.get_running_loop().call_later(0.1, s.close)
        try:
            async for batch in s.abatches():
                print(batch)
        except libdtrace.UsageError as e:
            print(e)

    print(asyncio.run(both()))
    asyncio.run(closed())
    s = libdtrace.Session()
    try:
        s.fileno()
    except libdtrace.UsageError as e:
        print(e)
    s.close()


def parallel():
    """Other threads run while one waits, and none of them can use the session."""
    n, errors = [0], []

    def count():
        while n[0] >= 0:
            n[0] += 1

    def use():
        try:
            s.work()
        except RuntimeError as e:
            errors.append(str(e))

    with libdtrace.Session() as s:
        s.add("tick-1h { }")
        s.go()
        threads = [threading.Thread(target=count), threading.Thread(target=use)]
        for t in threads:
            t.start()
        before = n[0]
        s.work()
        print("others ran:", n[0] - before > 1000)
        n[0] = -1 << 62
        for t in threads:
            t.join()
    print(errors)


def interrupted():
    with libdtrace.Session() as s:
        s.add("tick-1h { } END { trace(7); }")
        s.go()
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        try:
            for record in s:
                print(record)
        except KeyboardInterrupt:
            s.stop()
            print("interrupted:", time.monotonic() - begin < 30, [r[4:] for r in s.read_batch().records(tuple)])


def racing():
    """A session is not closed while another thread interrupts it."""
    class Slow:
        """The library, whose dtrace_interrupt() takes until the session is closed, or a while."""
        def __getattr__(self, name):
            return getattr(real, name)

        def dtrace_interrupt(self, d):
            inside.set()
            print("closed meanwhile:", closed.wait(0.3))
            real.dtrace_interrupt(d)

    real, libdtrace.lib, inside, closed = libdtrace.lib, Slow(), threading.Event(), threading.Event()
    s = libdtrace.Session()
    thread = threading.Thread(target=s.interrupt)
    thread.start()
    inside.wait()
    s.close()
    closed.set()
    thread.join()
    s.interrupt()
    libdtrace.lib = real


def after_fork():
    with libdtrace.Session() as s:
        s.add("tick-1h { }")
        s.go()
        sys.stdout.flush()
        pid = os.fork()
        if not pid:
            for use in s.work, s.stop, s.fileno, s.close, lambda: s.targets:
                try:
                    use()
                except RuntimeError as e:
                    print(e)
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(pid, 0)
        print(s.work(wait=False))


def raising():
    """The method that called a function of the caller raises its exception, and goes on to work."""
    def on_fault(fault):
        raise seen.pop()

    seen = [KeyboardInterrupt("as by ^C"), RuntimeError("not now")]
    with libdtrace.Session(on_fault=on_fault) as s:
        s.add("BEGIN { zero = 0; } syscall::getppid:entry /pid == %d/ { trace(1 / zero); }" % os.getpid())
        s.add("END { trace(7); }")
        s.go()
        for kind in RuntimeError, KeyboardInterrupt:
            calls(1)
            try:
                while True:
                    s.work()
            except kind as e:
                print("raised:", e)
        s.stop()
        print([r[4:] for r in s.read_batch().records(tuple)])


def arguments():
    """Wrong texts raise an exception; the library does not get a part of one."""
    with libdtrace.Session() as s:
        for use in (lambda: libdtrace.has("32-bit\0"), lambda: s.setopt("quiet\0", 1), lambda: s.setopt("aggrate", "1s\0"),
                    lambda: s.add("BEGIN\0"), lambda: s.add(b"BEGIN"), lambda: s.add_file("a\0"), lambda: s.command("true\0"),
                    lambda: s.command(["true", "\0"]), lambda: s.command(["true"], env={"A": "\0"}),
                    lambda: s.command(["true"], cwd="/\0"), lambda: s.aggregation("_\0")):
            try:
                print("fine", use())
            except (TypeError, ValueError) as e:
                print(type(e).__name__, end=" ")
        print()
        try:
            s.setopt("nosuch", 1)
        except libdtrace.UsageError as e:
            print(e)


for case in (raising, arguments, events, targets, loop, parallel, interrupted, racing, after_fork):
    print(f"-- {case.__name__}", flush=True)
    case()
