# SPDX-License-Identifier: BSD-2-Clause
"""A cell magic for IPython and Jupyter, which shows the aggregations of a D program.

    %load_ext libdtrace.notebook

    %%dtrace 5
    syscall:::entry { @calls[probefunc] = count(); }

The cell traces for 5 seconds, or until exit(). Each aggregation becomes a table and a drawing in
SVG. Names are escaped, since other users choose them.
"""
import html
import re
import time

import libdtrace

WIDTH, LINE, LABEL = 640, 18, 240  # of the drawing, in pixels


def _escape(value):
    """Returns a value as text for HTML and SVG, without characters that these do not permit."""
    return html.escape(re.sub(r"[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", str(value)))


def _label(key):
    return ", ".join(str(part) for part in key)


def _bars(aggregation):
    """Yields a label and a number for each bar: a key, or a bucket that is not empty."""
    for key, value in aggregation.items():
        if isinstance(value, libdtrace.Histogram):
            for low, high, count in value.buckets:
                if count:
                    bounds = f"{'…' if low is None else low} to {'…' if high is None else high}"
                    yield (f"{_label(key)}: {bounds}" if key else bounds), count
        else:
            yield _label(key), value or 0


def to_table(aggregation):
    """Returns an aggregation as a table in HTML."""
    rows = "".join(f"<tr><td>{_escape(label)}</td><td>{_escape(n)}</td></tr>" for label, n in _bars(aggregation))
    return f"<table><caption>@{_escape(aggregation.name)} {_escape(aggregation.function)}</caption>{rows}</table>"


def to_svg(aggregation):
    """Returns an aggregation as a drawing in SVG, a bar for each row of the table."""
    bars = list(_bars(aggregation))
    most = max((abs(n) for _, n in bars), default=0) or 1
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{len(bars) * LINE}" font-size="12">']
    for i, (label, n) in enumerate(bars):
        width = (WIDTH - LABEL) * abs(n) / most
        parts.append(f'<text x="0" y="{i * LINE + 13}">{_escape(label[:36])}</text>'
                     f'<rect x="{LABEL}" y="{i * LINE + 2}" width="{width:.1f}" height="{LINE - 4}" fill="#4a7ab5">'
                     f"<title>{_escape(label)}: {_escape(n)}</title></rect>")
    return "".join(parts) + "</svg>"


class Result:
    """The aggregations of a cell, by name. IPython shows its HTML."""

    def __init__(self, aggregations):
        self.aggregations = aggregations

    def __getitem__(self, name):
        return self.aggregations[name]

    def _repr_html_(self):
        return "".join(to_table(a) + to_svg(a) for a in self.aggregations.values())

    def __repr__(self):
        return "\n".join(map(repr, self.aggregations.values()))


def trace(seconds, program):
    """Traces for some seconds, or until exit() or ^C. Returns a Result."""
    with libdtrace.Session(quiet=True) as s:
        s.add(program)
        s.go()
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end and s.work():
                while s.read_batch():  # records are not shown
                    pass
        except KeyboardInterrupt:
            pass
        s.stop()
        return Result(s.aggregations())


def load_ipython_extension(ipython):
    """Registers %%dtrace."""
    ipython.register_magic_function(lambda line, cell: trace(float(line or 10), cell), "cell", "dtrace")
