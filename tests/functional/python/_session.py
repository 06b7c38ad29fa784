# SPDX-License-Identifier: BSD-2-Clause
"""What the module gives a program: records, columns, aggregations, errors."""
import gc
import os
import threading

import libdtrace


def calls(n):
    for _ in range(n):
        os.getppid()


def records():
    with libdtrace.Session(batch_rows=2, strsize=32) as s:
        s.add('BEGIN { trace("first"); }')
        s.add("""syscall::getppid:entry /pid == %d && i < 5/
        {
            printf("%%d %%s", i, execname == "python3" ? "name" : "");
            if (i & 1) { trace((unsigned char)200); } else { trace((double)i / 4); ustack(3); }
            @calls[probefunc, i] = count(); @ = sum(i);
            i++;
        }
        syscall::getppid:entry /i == 5/ { self->class = 1; self->_x = 2; trace(self->class); trace(self->_x); trace("last"); exit(3); }""" % os.getpid())
        s.go()
        calls(7)
        for r in s:
            print(*(type(v).__name__ if isinstance(v, list) else v for v in r[4:]), "|", *r._fields[4:])
            assert r.time > 0 and r.cpu >= 0
        print(s.probe(r.probe), s.exit_status)
        totals = s.aggregation("calls")
        print(totals.function, dict(totals), totals["getppid", 2], len(totals))
        print(s.aggregation()[()])


def aggregated(first, n):
    """Returns the aggregations of the values `first` … `first` + n - 1."""
    with libdtrace.Session() as s:
        s.add("""BEGIN { i = %d; }
        syscall::getppid:entry /pid == %d/
        {
            this->v = i * 1000000000;
            @count = count(); @sum = sum(this->v); @avg = avg(this->v); @min = min(i); @max = max(i);
            @stddev = stddev(this->v); @quantize = quantize(i); @lquantize = lquantize(i, -2, 4, 2);
            @llquantize = llquantize(i, 2, 0, 3, 2); @none = min(i);
            @key[i > 1 ? "large" : "small", i & 1, 0xffffffffffffffff] = sum(i); i++;
        }
        syscall::getpgid:entry /pid == %d/ { clear(@none); exit(0); }""" % (first, os.getpid(), os.getpid()))
        s.go()
        calls(n)
        os.getpgid(0)
        list(s)
        s.stop()
        return {name: s.aggregation(name, total=name == "none") for name in NAMES}


NAMES = "count sum avg min max stddev quantize lquantize llquantize none key".split()


def aggregations():
    a, b, whole = aggregated(-3, 4), aggregated(1, 6), aggregated(-3, 10)
    for name in NAMES[:6]:
        both = a[name] + b[name]
        print(name, a[name][()], b[name][()], both[()], both == whole[name], both.function, both.name)
    for name in NAMES[6:9]:
        both = a[name] + b[name]
        print(name, both.parameters, [tuple(x) for x in both[()].buckets if x.count], both[()].total)
        print(both == whole[name], both[()] == a[name][()] + b[name][()], len(both[()].buckets))
    print(a["none"][()], a["none"].lost_by_clear, (a["none"] + b["none"]).lost_by_clear, a["count"].lost_by_clear)
    both = a["key"] + b["key"]
    print(dict(a["key"]), "+", dict(b["key"]), "=", dict(both), dict(both) == dict(whole["key"]))
    print(a["count"][()] + a["count"].normal, both.time == b["key"].time, "small" in both, repr(a["sum"]))
    for x, y in (("count", "sum"), ("key", "sum")):
        try:
            a[x] + a[y]
        except libdtrace.UsageError as e:
            print(e)
    try:
        a["quantize"][()] + a["lquantize"][()]
    except ValueError as e:
        print(e)


def addresses():
    with libdtrace.Session() as s:
        s.add("syscall::getppid:entry /pid == %d/ { @[ustack(3), stack(2), usym(ucaller), pid] = count(); }" % os.getpid())
        s.go()
        calls(3)
        rows = s.aggregation()
        again = rows + s.aggregation()
    for (user, kernel, symbol, pid), n in rows.items():
        print(user.process == pid == os.getpid(), kernel.process, len(user.lines) >= len(user) > 0, n)
        print(symbol.process == pid, "`" in str(symbol), again[user, kernel, symbol, pid])
        print(user == libdtrace.Stack(user, pid), user == libdtrace.Stack(user, 1))


def columns():
    with libdtrace.Session(batch_rows=100) as s:
        s.add("syscall::getppid:entry /pid == %d && n < 250/ { trace(n++); trace(n & 1 ? \"odd\" : \"\"); }"
              "syscall::getppid:entry /n == 250/ { exit(0); }" % os.getpid())
        s.go()
        calls(260)
        batches = [b for b in s.batches() if len(b) > 1]
    numbers = [n for b in batches for n in b.view(b.names[4])]
    print([len(b) for b in batches], batches[0].names[:4], numbers == list(range(250)))
    print(batches[0].column(batches[0].names[5])[:3], batches[0].view("time").readonly)
    view = batches.pop().view("seq")
    gc.collect()
    print(view.tolist() == list(range(200, 250)))
    kept = batches[0].view("cpu")
    try:
        batches[0].__arrow_c_array__()
    except BufferError as e:
        print(e)
    del kept
    for capsule in batches[0].__arrow_c_array__():
        print(str(capsule).split()[2])
    try:
        batches[0].__arrow_c_array__()
    except ValueError as e:
        print(e)
    del capsule, batches
    gc.collect()


def errors():
    print(libdtrace.has("32-bit") == (os.environ["CALLS"] == "x64"), libdtrace.has("nosuch"))
    for program in ("BEGIN { trace(nosuch); }", "nosuch:::probe { }"):
        with libdtrace.Session() as s:
            try:
                s.add(program)
                s.go()
            except libdtrace.CompileError as e:
                print(type(e).__name__, e, "|", *e.diagnostics)
    s = libdtrace.Session()
    try:
        s.setopt("nosuch", 1)
    except libdtrace.UsageError as e:
        print(type(e).__name__, e)
    try:
        s.aggregation("x")
    except libdtrace.UsageError as e:
        print(type(e).__name__, e)

    def elsewhere():
        try:
            s.add("BEGIN")
        except RuntimeError as e:
            print(e)

    t = threading.Thread(target=elsewhere)
    t.start()
    t.join()
    pid = os.fork()
    if not pid:
        elsewhere()
        os._exit(0)
    os.waitpid(pid, 0)
    s.close()
    s.close()
    try:
        s.go()
    except libdtrace.UsageError as e:
        print(e)


def messages():
    texts = []
    with libdtrace.Session(on_message=texts.append) as s:
        s.add("BEGIN { trace(*(int *)8); } BEGIN { exit(0); }")
        s.go()
        print(list(s)[-1][4:], [t.split(" at DIF")[0] for t in texts])


    def misuse(text):
        try:
            s.close()
        except libdtrace.UsageError as e:
            print(e)

    with libdtrace.Session(on_message=misuse) as s:
        s.add("BEGIN { trace(*(int *)8); } BEGIN { exit(0); }")
        s.go()
        print(len(list(s)))


def macros():
    with libdtrace.Session() as s:
        s.set_args("wrong")
        s.set_args("script", 5, "a b")
        s.add("BEGIN { trace($$0); trace($1); trace($$2); exit(0); }")
        s.go()
        print([r[4:] for r in s])


def interrupted():
    with libdtrace.Session() as s:
        s.add("tick-1h { }")
        s.go()
        threading.Timer(0.1, s.interrupt).start()
        print("waits:", s.work())


for case in (records, aggregations, addresses, columns, errors, messages, macros, interrupted):
    print(f"-- {case.__name__}", flush=True)
    case()
