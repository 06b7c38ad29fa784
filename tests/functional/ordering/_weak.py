# SPDX-License-Identifier: BSD-2-Clause
"""
Checks a protocol on a weakly ordered processor: executes its threads in every order that the processor may choose.

A thread is a list of operations on one memory that all threads see at once (64-bit Arm is multi-copy atomic). An operation
waits for an earlier one of its thread only if the architecture says so:

- both are at the same place, or it uses a register that the other one sets;
- the earlier one is an acquiring load, or it is a releasing store itself;
- one of the two is a barrier, or an atomic operation that has stored: LSE's with acquire and release, and the loop
  with `dmb ish` that the kernel's compiler of BPF makes without LSE, order like barriers;
- it stores, and the other one decides whether the thread goes on.

Loads are therefore executed before a decision that they follow, and stores in any order. A load of a store of its own thread
waits until all see that store, which is stronger than the processor.
"""
import collections

Op = collections.namedtuple("Op", "kind place value reg order")


def load(reg, place, order=""):
    return Op("load", place, None, reg, order)


def store(place, value, order=""):
    return Op("store", place, value, None, order)


def swap(place, value, old=None):
    """Exchanges; with `old`, compares first, and the thread ends if the word differs."""
    return Op("swap", place, value, old, "")


def barrier():
    return Op("barrier", None, None, None, "")


def unless(condition, *registers):
    """Ends the thread unless the condition of the registers holds."""
    return Op("decide", None, condition, registers, "")


def is_ordered(a, b):
    """Whether b waits for a, which is earlier."""
    if "barrier" in (a.kind, b.kind) or "swap" in (a.kind, b.kind):
        return True
    if a.kind == "decide":
        return b.kind in ("store", "decide")
    if b.kind == "decide":
        return a.reg in b.reg
    return a.place == b.place or a.order == "acquire" or b.order == "release"


class Run:
    """All executions of some threads."""

    def __init__(self, memory, threads, is_right):
        self.threads, self.is_right = threads, is_right
        self.waits = [[[i for i in range(k) if is_ordered(t[i], t[k])] for k in range(len(t))] for t in threads]
        self.seen, self.ends, self.wrong = set(), 0, None
        self.explore(tuple(frozenset() for _ in threads), tuple(sorted(memory.items(), key=str)), ())

    def explore(self, done, memory, registers):
        stack = [(done, memory, registers)]
        while stack:
            state = stack.pop()
            if state in self.seen:
                continue
            self.seen.add(state)
            following = list(self.steps(*state))
            stack += following
            if not following:
                self.ends += 1
                words, known = dict(state[1]), dict(state[2])
                if not self.is_right(words, known):
                    self.wrong = (words, known)

    def steps(self, done, memory, registers):
        for n, thread in enumerate(self.threads):
            for k, op in enumerate(thread):
                if k not in done[n] and all(i in done[n] for i in self.waits[n][k]):
                    yield self.execute(n, k, op, done, dict(memory), dict(registers))

    def execute(self, n, k, op, done, memory, registers):
        goes_on = True
        if op.kind == "load":
            registers[op.reg] = memory[op.place]
        elif op.kind == "store":
            memory[op.place] = op.value
        elif op.kind == "swap":
            goes_on = op.reg is None or memory[op.place] == op.reg
            memory[op.place] = op.value if goes_on else memory[op.place]
        elif op.kind == "decide":
            goes_on = op.value(*(registers[r] for r in op.reg))
        finished = done[n] | {k} if goes_on else frozenset(range(len(self.threads[n])))
        if not goes_on:
            registers[f"thread {n}"] = "ended"
        return done[:n] + (finished,) + done[n + 1:], tuple(sorted(memory.items(), key=str)), tuple(sorted(registers.items(), key=str))


def check(name, memory, threads, is_right):
    """Prints whether all executions are right. `threads` may have an operation replaced to show that it is needed."""
    run = Run(memory, threads, is_right)
    print(f"{name}: {'wrong' if run.wrong else 'right'}")
