# SPDX-License-Identifier: BSD-2-Clause
"""
The protocols between programs and dtrace, as 64-bit Arm executes them. A store that releases is plain on x86-64; where the
compiler of D has made it an exchange (ebpf/code/legalize.c), it is one here. Each protocol is followed by weaker ones: the
checker must find that they are wrong.
"""
from _weak import barrier, check, load, store, swap, unless

OPEN, COMPLETE = 1, 2


def going(registers, thread):
    return f"thread {thread}" not in registers


def ring_record(last):
    """runtime/ring.bpf.c and consume/ring/ring.c: a record whose word is complete has its data."""
    program = [swap("head", 1, 0), store("word", OPEN), store("data", 7), last]
    reader = [load("h", "head", "acquire"), unless(lambda h: h == 1, "h"), load("w", "word", "acquire"),
              unless(lambda w: w == COMPLETE, "w"), load("d", "data")]
    return {"head": 0, "word": 0, "data": 0}, [program, reader], lambda m, r: not going(r, 1) or r["d"] == 7


def ring_release(order):
    """dt_ring_release(): the zeros of a released record do not reach the next record there."""
    reader = [store("data", 0), store("word", 0), store("tail", 1, order)]
    program = [load("t", "tail"), unless(lambda t: t == 1, "t"), swap("head", 2, 1), store("word", OPEN), store("data", 9),
               swap("word", COMPLETE)]
    return ({"head": 1, "tail": 0, "word": COMPLETE, "data": 7}, [reader, program],
            lambda m, r: not going(r, 1) or (m["word"], m["data"]) == (COMPLETE, 9))


def ring_chunk(skips_first):
    """skip_rest(): behind a word in the first header of a chunk, the number of skipped bytes is there."""
    words = [store("skipped", 8), swap("word", OPEN)] if skips_first else [store("word", OPEN), store("skipped", 8)]
    reader = [load("w", "word", "acquire"), unless(lambda w: w, "w"), load("s", "skipped")]
    return {"head": 0, "word": 0, "skipped": 0}, [[swap("head", 1, 0), *words], reader], lambda m, r: not going(r, 1) or r["s"] == 8


def cell_key(owner):
    """runtime/cells.bpf.c and consume/agg/read/cells.c: a cell with an owner has its key."""
    program = [swap("taken", 1, 0), store("key", 5), owner, swap("entry", 1, 0)]
    reader = [load("t", "taken", "acquire"), unless(lambda t: t, "t"), load("o", "owner", "acquire"), unless(lambda o: o, "o"),
              load("k", "key")]
    return {"taken": 0, "key": 0, "owner": 0, "entry": 0}, [program, reader], lambda m, r: not going(r, 1) or r["k"] == 5


def cell_return(order, takes):
    """free_dead_cells() and take_cell(): a program takes a returned cell clean, and by its number."""
    reader = [store("key", 0), store("owner", 0, "release"), store("number", 1), store("returned", 1, order)]
    program = [load("r", "returned"), unless(lambda r: r == 1, "r"), *takes, load("n", "number"),
               unless(lambda n: n == 1, "n"), store("key", 9), swap("owner", 3, 0)]
    return ({"taken": 1, "returned": 0, "number": 0, "key": 5, "owner": 2}, [reader, program],
            lambda m, r: r["r"] != 1 or (going(r, 1) and (m["key"], m["owner"]) == (9, 3)))


def unwinding(fence, order, at_once=True):
    """session/unwind/files.c and runtime/user/unwind.bpf.c: rows of a file are used only as long as they are its own. The
    session takes them back for another file, and makes a table elsewhere."""
    session = [*states(at_once), *fence, store("old rows", "other"), store("new rows", "own"), store("page", "new")]
    session += [store("file", (True, 2), "release")] if at_once else [store("state", True, "release")]
    first = [load("file", "file")] if at_once else [load("generation", "generation"), load("state", "state")]
    again = load("again", "file" if at_once else "generation")
    read = [load("page", "page"), load("old", "old rows"), load("new", "new rows")]
    if at_once:
        decisions = unless(lambda f: f[0], "file"), unless(lambda f, a: f[1] == a[1], "file", "again")
    else:
        decisions = unless(lambda s: s, "state"), unless(lambda g, a: g == a, "generation", "again")
    program = [*first, *order, decisions[0], *read, *order, again, decisions[1]]
    memory = {"file": (True, 1)} if at_once else {"state": True, "generation": 1}
    return ({**memory, "page": "old", "old rows": "own", "new rows": "none", "own": 0}, [session, program],
            lambda m, r: not going(r, 1) or r[r["page"]] == "own")


def states(at_once):
    if at_once:
        return [store("file", (False, 1), "release"), store("file", (False, 2), "release")]
    return [store("state", False, "release"), store("generation", 2, "release")]


def main():
    exchange = [swap("own", 1)]
    check("ring, record", *ring_record(swap("word", COMPLETE)))
    check("  completed by a plain store", *ring_record(store("word", COMPLETE)))
    check("ring, release", *ring_release("release"))
    check("  by a plain store", *ring_release(""))
    check("cell, key", *cell_key(swap("owner", 3, 0)))
    check("  owned by a plain store", *cell_key(store("owner", 3)))
    check("cell, return", *cell_return("release", [swap("taken", 2, 1)]))
    check("  returned by a plain store", *cell_return("", [swap("taken", 2, 1)]))
    check("  taken without a barrier", *cell_return("release", []))
    check("unwinding", *unwinding([barrier()], exchange))
    check("  state and generation by two loads", *unwinding([barrier()], exchange, False))
    check("  read without barriers", *unwinding([barrier()], []))
    check("  rows written without a barrier", *unwinding([], exchange))
    check("ring, chunk", *ring_chunk(True))
    check("  word first", *ring_chunk(False))


main()
