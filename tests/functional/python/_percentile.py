# SPDX-License-Identifier: BSD-2-Clause
"""percentile() against sorted values of five distributions: the error, in every order of merging."""
import itertools
import os
import random
import threading

import libdtrace

N, PARTS, SHARES = 3000, 3, (0, 1, 10, 50, 90, 99, 99.9, 100)
rng = random.Random(7)
DISTRIBUTIONS = {
    "uniform": lambda: rng.randrange(1 << 43),
    "exponential": lambda: int(rng.expovariate(1 / 50000)),
    "lognormal": lambda: int(rng.lognormvariate(10, 2)),
    "two peaks": lambda: int(abs(rng.gauss(*rng.choice(((200, 20), (9000000, 400000)))))),
    "pareto": lambda: int(rng.paretovariate(0.7)),
}
fd = os.open("/dev/null", os.O_RDONLY)
tops = 1 << 44


def aggregate(values):
    """Returns the copy of an aggregation of the values, which threads on all CPUs pass to lseek()."""
    def work(cpu, part):
        os.sched_setaffinity(0, {cpu})
        for v in part:
            os.lseek(fd, v, os.SEEK_SET)

    with libdtrace.Session(quiet=True) as s:
        s.add("syscall::lseek:entry /pid == %d/ { @ = percentile(arg1); }" % os.getpid())
        s.go()
        cpus = sorted(os.sched_getaffinity(0))
        threads = [threading.Thread(target=work, args=(cpu, values[i::len(cpus)])) for i, cpu in enumerate(cpus)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        return s.aggregation()


def ranked(values, share):
    """The model: the smallest value that `share` per cent of the values do not exceed."""
    tenths = round(share * 10)
    return sorted(values)[max(1, -(-tenths * len(values) // 1000)) - 1]


def worst_error(histogram, values):
    errors = []
    for share in SHARES:
        estimate, true = histogram.percentile(share), ranked(values, share)
        errors.append(abs(estimate - true) / true if true else abs(estimate))
        assert true >= 32 or estimate == true, (share, estimate, true)
    return max(errors)


for name, draw in DISTRIBUTIONS.items():
    parts = [[min(draw(), tops - 1) for _ in range(N)] for _ in range(PARTS)]
    values = sum(parts, [])
    copies = [aggregate(part) for part in parts]
    merged = []
    for order in itertools.permutations(copies):
        first, second, third = order
        merged += [(first + second) + third, first + (second + third)]
    assert all(m == merged[0] for m in merged)
    histogram = merged[0][()]
    assert histogram == copies[2][()] + copies[0][()] + copies[1][()]
    assert histogram.total == len(values), histogram.total
    print(name, worst_error(histogram, values) <= 1 / 32, all(worst_error(c[()], p) <= 1 / 32 for c, p in zip(copies, parts)))

empty = aggregate([])
print(len(empty), [b.low for b in histogram.buckets[:3]], histogram.buckets[-1].low == tops, len(histogram.buckets))
outside = aggregate([(1 << 63) - 1, 1 << 44, 5])[()]
print([outside.percentile(p) for p in (0, 33.3, 33.4, 100)], libdtrace.Histogram([(None, 0)], [0]).percentile(50))
for p in (-1, 100.1):
    try:
        outside.percentile(p)
    except ValueError as e:
        print(e)
