# SPDX-License-Identifier: BSD-2-Clause
"""Trace with D from Python: records as objects and as columns, aggregations as mappings.

    import libdtrace

    with libdtrace.Session() as s:
        s.add("syscall::openat:entry { trace(pid); trace(copyinstr(arg1)); }")
        s.go()
        for record in s:
            print(record.pid, record.copyinstr)

A session belongs to the thread and the process that opened it. Waiting releases the interpreter's
lock, and ^C ends it.
"""
import asyncio
import collections.abc
import ctypes
import fractions
import functools
import heapq
import itertools
import keyword
import logging
import math
import os
import threading
import weakref

from ._dtrace import ffi, lib

__all__ = ["Aggregation", "Batch", "Bucket", "CompileError", "Diagnostic", "Drop", "Error", "Fault",
           "Histogram", "PrivilegeError", "Session", "Stack", "Symbol", "Target", "UnsupportedError",
           "UsageError", "has", "version"]

log = logging.getLogger("libdtrace")


def version():
    """Returns the version of the library, such as "0.2"."""
    return _text(lib.dtrace_version())


def has(feature):
    """Reports whether the library has a feature on this machine: "32-bit", "copyout", "kernel-functions", "kernel-types"."""
    return bool(lib.dtrace_has(_bytes(feature)))


def _bytes(text):
    """Returns a text for the library, where a NUL would end it."""
    if not isinstance(text, str):
        raise TypeError(f"a str is expected, not {type(text).__name__}")
    return _checked(text.encode(errors="surrogateescape"))


def _path(path):
    return _checked(os.fsencode(path))


def _checked(data):
    if b"\0" in data:
        raise ValueError("a text for the library holds a NUL")
    return data


def _text(p):
    return ffi.string(p).decode(errors="replace") if p else None


def _struct(kind):
    """Returns a new struct of the library, which begins with its size."""
    return ffi.new(f"struct {kind} *", {"size": ffi.sizeof(f"struct {kind}")})


# ---- errors


class Error(Exception):
    """An error of the library. `errno` is the number of a failed system call, or 0."""

    errno = 0


Diagnostic = collections.namedtuple(
    "Diagnostic", "tag severity file line column end_line end_column message hint excerpt")
Diagnostic.__doc__ = """An error or a warning about the program.

`severity` is "error" or "warning". Lines and columns are counted from 1, columns in bytes; all are
0 and `file` is None without a location. `hint` and `excerpt`, a part of the source line, may be
None."""
Diagnostic.__str__ = lambda g: (f"{g.file}:{g.line}:{g.column}: " if g.line else "") + f"{g.severity}: {g.message}"


class CompileError(Error):
    """The D program is wrong. `diagnostics` is a list of Diagnostic, the warnings included."""

    diagnostics = ()


class PrivilegeError(Error):
    """The caller is not allowed to trace."""


class UnsupportedError(Error):
    """This kernel does not support it."""


class UsageError(Error):
    """Wrong use of the library, or of an option."""


_ERRORS = {
    lib.DTRACE_ERROR_PRIVILEGE: PrivilegeError,
    lib.DTRACE_ERROR_UNSUPPORTED: UnsupportedError,
    lib.DTRACE_ERROR_USAGE: UsageError,
    lib.DTRACE_ERROR_COMPILE: CompileError,
}

_SEVERITIES = {lib.DTRACE_SEVERITY_ERROR: "error", lib.DTRACE_SEVERITY_WARNING: "warning"}


def _error(err):
    """Converts an error of the library, and frees it."""
    e = _ERRORS.get(lib.dtrace_error_kind(err), Error)(_text(lib.dtrace_error_message(err)))
    e.errno = lib.dtrace_error_errno(err)
    lib.dtrace_error_free(err)
    return e


# ---- events

Drop = collections.namedtuple("Drop", "kind count cpu message")
Drop.__doc__ = """Lost events. `kind` is "PRINCIPAL", "AGGREGATION" …; `cpu` is None: all together."""

Fault = collections.namedtuple("Fault", "kind time probe address action")
Fault.__doc__ = """A fault of a clause, which ended its firing. `address` may be None."""

Target = collections.namedtuple("Target", "pid state returncode is_command")
Target.__doc__ = """A process of command() or grab(). `state` is "waiting", "running" or "ended".

`returncode` is that of subprocess: the exit status, or the negative number of a signal. It is None
while the process runs, and for a process that is no child of this one."""

_STATES = {lib.DTRACE_TARGET_WAITING: "waiting", lib.DTRACE_TARGET_RUNNING: "running",
           lib.DTRACE_TARGET_ENDED: "ended"}


def _drop(d):
    return Drop(_text(d.kind), d.count, None if d.cpu < 0 else d.cpu, _text(d.message))


def _target(t):
    code = os.waitstatus_to_exitcode(t.status) if t.has_status else None
    return Target(t.pid, _STATES[t.state], code, bool(t.is_command))


class _Receivers:
    """The functions of the caller that a session calls. They do not keep the session alive."""

    def __init__(self, session, **functions):
        self._session = weakref.ref(session)
        self._functions = functions

    def has(self, name):
        return self._functions[name] is not None

    def call(self, name, event):
        s = self._session()
        if s is None:
            return
        s._is_busy = True
        try:
            self._functions[name](event)
        finally:
            s._is_busy = False

    def keep(self, exception):
        s = self._session()
        if s is not None and s._exception is None:
            s._exception = exception


def _keep(kind, exception, traceback):
    """Keeps the exception of a function of the caller, and ^C in it, until the library returns."""
    ffi.from_handle(traceback.tb_frame.f_locals["arg"]).keep(exception)


@ffi.def_extern(onerror=_keep)
def dtrace_py_message(arg, text):
    """Receives a message of the library."""
    ffi.from_handle(arg).call("on_message", _text(text))


@ffi.def_extern(onerror=_keep)
def dtrace_py_drop(arg, drop):
    """Receives drops."""
    ffi.from_handle(arg).call("on_drop", _drop(drop))


@ffi.def_extern(onerror=_keep)
def dtrace_py_fault(arg, f):
    """Receives a fault."""
    address = f.address if f.has_address else None
    ffi.from_handle(arg).call("on_fault", Fault(_text(f.kind), f.time, f.probe, address, f.action))


@ffi.def_extern(onerror=_keep)
def dtrace_py_target(arg, target):
    """Receives the end of a target."""
    ffi.from_handle(arg).call("on_target", _target(target))


# ---- columns and records

_CODES = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "g": "d"}
_WIDTHS = {"b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "q": 8, "Q": 8, "d": 8}

# The C structs of a capsule, by their address, until its consumer has taken what is in them.
_capsules = {}
_api = ctypes.pythonapi
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", _api))
_capsule_name = ctypes.PYFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_GetName", _api))
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _api))


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _destroy_capsule(capsule):
    struct = _capsules.pop(_capsule_pointer(capsule, _capsule_name(capsule)))
    if struct.release:
        struct.release(struct)


def _capsule(struct, kind, name):
    """Moves a struct into a capsule, whose consumer moves it out; else the capsule releases it."""
    copy = ffi.new(f"struct {kind} *")
    ffi.memmove(copy, struct, ffi.sizeof(f"struct {kind}"))
    struct.release = ffi.NULL
    address = int(ffi.cast("uintptr_t", copy))
    _capsules[address] = copy
    return _new_capsule(address, name, ctypes.cast(_destroy_capsule, ctypes.c_void_p))


class Batch:
    """Records of one shape as columns. It may outlive its session.

    `shape` is the number of the clause, `names` are the names of the columns: `seq`, `time`, `cpu`,
    `probe`, then the fields. Other libraries read a batch by the Arrow PyCapsule interface.
    """

    def __init__(self, shape, schema, array):
        self._schema, self._array, self._n_views = schema, array, 0
        self._length = array.length
        self.shape = shape
        self.names = [_text(schema.children[i].name) for i in range(schema.n_children)]
        self._formats = [_text(schema.children[i].format) for i in range(schema.n_children)]

    def __len__(self):
        return self._length

    def _column(self, i):
        if not self._array:
            raise ValueError("the batch was given to another library")
        return self._array.children[i]

    def _forget_view(self):
        self._n_views -= 1

    def _buffer(self, array, i, code, n):
        size = n * _WIDTHS[code]
        view = memoryview(ffi.buffer(array.buffers[i], size) if size else b"")
        return view.cast("B").cast(code)

    def view(self, name):
        """Returns a column of numbers as a memoryview, without a copy.

        Values that are absent are 0. Raises TypeError if the column does not hold numbers.
        """
        i = self.names.index(name)
        if self._formats[i] not in _CODES:
            raise TypeError(f"{name} is no column of numbers")
        code = _CODES[self._formats[i]]
        buffer = ffi.buffer(self._column(i).buffers[1], len(self) * _WIDTHS[code])
        self._n_views += 1
        weakref.finalize(buffer, self._forget_view)  # which also keeps the batch until then
        return memoryview(buffer).toreadonly().cast("B").cast(code)

    def column(self, name):
        """Returns a column as a list: int, float, str, bytes, or a list of addresses; None: absent."""
        return self._list(self.names.index(name))

    def _list(self, i):
        array, form, n = self._column(i), self._formats[i], len(self)
        if form in _CODES:
            values = self._buffer(array, 1, _CODES[form], n).tolist()
        else:
            at = self._buffer(array, 1, "i", n + 1).tolist()
            if form == "+l":
                flat = self._buffer(array.children[0], 1, "Q", at[-1]).tolist()
            else:
                flat = ffi.buffer(array.buffers[2], at[-1])[:]
            values = [flat[a:b] for a, b in zip(at, at[1:])]
            if form == "u":
                values = [v.decode() for v in values]
        if array.null_count:
            bits = ffi.buffer(array.buffers[0], (n + 7) // 8)[:]
            values = [v if bits[k >> 3] >> (k & 7) & 1 else None for k, v in enumerate(values)]
        return values

    def records(self, make):
        """Returns an iterator over the rows, as objects of `make`."""
        return map(make, zip(*(self._list(i) for i in range(len(self.names)))))

    def __arrow_c_array__(self, requested_schema=None):
        """Gives the batch to another library, which owns it afterwards.

        Raises BufferError while views of columns exist.
        """
        self._column(0)
        if self._n_views:
            raise BufferError("columns of the batch are in use")
        schema, array, self._schema, self._array = self._schema, self._array, None, None
        return (_capsule(schema, "ArrowSchema", b"arrow_schema"),
                _capsule(array, "ArrowArray", b"arrow_array"))


def _release(schema, array):
    for struct in (schema, array):
        if struct.release:
            struct.release(struct)


# ---- aggregations

Bucket = collections.namedtuple("Bucket", "low high count")
Bucket.__doc__ = "A bucket: low <= value <= high. None: no bound. `count` is the number of values."

Symbol = collections.namedtuple("Symbol", "text process")
Symbol.__doc__ = "A symbol as a key: its text and the process id. Process 0 is the kernel."
Symbol.__str__ = lambda self: self.text


class Stack(tuple):
    """A stack as a key: the addresses of its frames, the innermost first.

    `process` is the process id; 0 is the kernel. `lines` are the frames as text. Stacks are equal if
    process and addresses are.
    """

    def __new__(cls, frames, process, lines=()):
        self = super().__new__(cls, frames)
        self.process, self.lines = process, tuple(lines)
        return self

    def __eq__(self, other):
        return isinstance(other, Stack) and self.process == other.process and tuple.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((self.process, tuple(self)))

    def __repr__(self):
        return f"<Stack of {self.process or 'the kernel'}: {'; '.join(self.lines)}>"


class Histogram:
    """The counts of quantize(), lquantize(), llquantize() or percentile(). `+` adds two with the same
    bounds."""

    def __init__(self, bounds, counts):
        self._bounds, self._counts = bounds, counts

    @property
    def buckets(self):
        """All buckets as a list, in ascending order; Bucket(low, high, count)."""
        return [Bucket(low, high, n) for (low, high), n in zip(self._bounds, self._counts)]

    @property
    def total(self):
        """The number of values."""
        return sum(self._counts)

    def percentile(self, p):
        """The estimate of the p-th percentile, 0 <= p <= 100: the middle of the bucket of the value with
        rank p * total / 100, rounded up; of the first and the last bucket their bound. None: no values.
        """
        if not 0 <= p <= 100:
            raise ValueError("a percentile is between 0 and 100")
        rank = max(1, math.ceil(fractions.Fraction(str(p)) * self.total / 100))
        for (low, high), n in zip(self._bounds, itertools.accumulate(self._counts)):
            if n >= rank and self.total > 0:
                return high if low is None else low if high is None else low + (high - low) // 2
        return None

    def __repr__(self):
        return f"<Histogram of {self.total}: {[tuple(b) for b in self.buckets if b.count]}>"

    def __eq__(self, other):
        return (isinstance(other, Histogram) and self._bounds == other._bounds
                and self._counts == other._counts)

    __hash__ = None

    def __add__(self, other):
        if not isinstance(other, Histogram):
            return NotImplemented
        if self._bounds != other._bounds:
            raise ValueError("histograms with different bounds cannot be added")
        return Histogram(self._bounds, [a + b for a, b in zip(self._counts, other._counts)])


def _stddev(v):
    squares = v.squares[0] | v.squares[1] << 64
    return math.sqrt(max(0, v.count * squares - v.sum ** 2)) / v.count


# Functions whose value is not the integer that printa() shows.
_VALUES = {"avg": lambda v: v.sum / v.count, "stddev": _stddev}


class Aggregation(collections.abc.Mapping):
    """A copy of an aggregation at one moment: tuples of keys → values, in the order of printa().

    A part of a key is an int, a str, bytes, a Stack or a Symbol. A value is an int; of avg() and
    stddev() a float; of quantize() and its relatives a Histogram; None if no value was aggregated.
    `+` merges two copies, also of different sessions, with the same function, parameters and types
    of keys; UsageError: they differ. A copy may outlive its session.

    `name`, `function`, `parameters` (of lquantize() and llquantize()), `time` and `normal` (the
    divisor that normalize() has set; values are not divided) describe it. If it was read with
    `total`, `lost_by_trunc` and `lost_by_clear` report that values are missing.
    """

    def __init__(self, a):
        self._a = ffi.gc(a, lib.dtrace_aggregation_free)
        info = _struct("dtrace_aggregation_info")
        lib.dtrace_aggregation_info(a, info)
        self.name, self.function = _text(info.name), _text(info.function)
        self.parameters = tuple(info.parameters[0:info.n_parameters])
        self.time, self.normal = info.time, info.normal
        self.lost_by_trunc, self.lost_by_clear = info.lost_by_trunc, info.lost_by_clear

    @functools.cached_property
    def _rows(self):
        value, rows = self._value_reader(), range(lib.dtrace_aggregation_rows(self._a))
        keys = [self._key_reader(k) for k in range(lib.dtrace_aggregation_keys(self._a))]
        return {tuple(read(row) for read in keys): value(row) for row in rows}

    def _key_reader(self, key):
        """Returns the function that reads a part of the key of a row."""
        a, field, n = self._a, _struct("dtrace_field"), ffi.new("size_t *")
        frames, process = ffi.new("uint64_t **"), ffi.new("pid_t *")
        lib.dtrace_aggregation_key(a, key, field)

        def integer(row):
            v = lib.dtrace_aggregation_key_integer(a, row, key)
            return v if v >= 0 or field.is_signed else v + (1 << 64)

        def data(row):
            p = lib.dtrace_aggregation_key_bytes(a, row, key, n)
            return ffi.buffer(p, n[0])[:]

        def text(row):
            return _text(lib.dtrace_aggregation_key_text(a, row, key))

        def stack(row):
            n = lib.dtrace_aggregation_key_stack(a, row, key, frames, process)
            return Stack(frames[0][0:n] if n else (), process[0], text(row).splitlines())

        def symbol(row):
            lib.dtrace_aggregation_key_stack(a, row, key, ffi.NULL, process)
            return Symbol(text(row), process[0])

        def string(row):
            return data(row).decode(errors="backslashreplace")

        return {lib.DTRACE_INTEGER: integer, lib.DTRACE_STRING: string, lib.DTRACE_BYTES: data,
                lib.DTRACE_STACK: stack, lib.DTRACE_SYMBOL: symbol}[field.kind]

    def _value_reader(self):
        """Returns the function that reads the value of a row."""
        a, v, n = self._a, _struct("dtrace_aggregation_value"), lib.dtrace_aggregation_buckets(self._a)
        convert = _VALUES.get(self.function, lambda v: v.number)
        bounds = self._bounds(n)

        def number(row):
            lib.dtrace_aggregation_value(a, row, v)
            return convert(v) if v.has_number else None

        def histogram(row):
            return Histogram(bounds, ffi.unpack(lib.dtrace_aggregation_counts(a, row, ffi.NULL), n))

        return histogram if n else number

    def _bounds(self, n):
        b, bounds = _struct("dtrace_bucket"), []
        for i in range(n):
            lib.dtrace_aggregation_bucket(self._a, i, b)
            bounds.append((None if b.is_open_below else b.low, None if b.is_open_above else b.high))
        return bounds

    def __getitem__(self, key):
        return self._rows[key if type(key) is tuple else (key,)]

    def __iter__(self):
        return iter(self._rows)

    def __len__(self):
        return lib.dtrace_aggregation_rows(self._a)

    def __repr__(self):
        return f"<@{self.name} {self.function}: {self._rows!r}>"

    def __add__(self, other):
        if not isinstance(other, Aggregation):
            return NotImplemented
        merged = lib.dtrace_aggregation_copy(self._a)
        err = lib.dtrace_aggregation_merge(merged, other._a)
        if err:
            lib.dtrace_aggregation_free(merged)
            raise _error(err)
        return Aggregation(merged)


# ---- sessions


def _close(d, pid):
    if os.getpid() == pid:
        lib.dtrace_close(d)


def _owned(method):
    """Raises RuntimeError in another thread or process than the session's."""
    @functools.wraps(method)
    def call(self, *args, **kwargs):
        self._check_owner()
        if not self._finalizer.alive:
            raise UsageError("the session is closed")
        try:
            return method(self, *args, **kwargs)
        finally:
            if self._exception:
                exception, self._exception = self._exception, None
                raise exception
    return call


class Session:
    """A tracing session: add programs, go, read records or aggregations, close.

    Keywords are options, as of -x: Session(strsize=1024, quiet=True). Messages of the library go to
    `on_message(text)`, by default to the logger "libdtrace". `on_drop(Drop)`, `on_fault(Fault)` and
    `on_target(Target)`, for targets that end, receive objects instead of messages. These functions
    cannot use the session, apart from interrupt(). The method that called them raises their exceptions.

    In an event loop: `async with Session() as s`, then `async for record in s`.
    """

    def __init__(self, batch_rows=10000, on_message=log.warning, on_drop=None, on_fault=None, on_target=None,
                 **options):
        ret = ffi.new("struct dtrace **")
        err = lib.dtrace_open(ret)
        if err:
            raise _error(err)
        self._d = ret[0]
        self._owner = os.getpid(), threading.get_ident()
        self._finalizer = weakref.finalize(self, _close, self._d, os.getpid())
        self._lock = threading.RLock()  # the session is not freed while interrupt() uses it
        self._is_busy = False  # the library calls on_message
        self._exception = None  # of a function that the library called
        self._ready = None  # a future that ends when there is something to do, while one waits
        self._receivers = _Receivers(self, on_message=on_message, on_drop=on_drop, on_fault=on_fault,
                                     on_target=on_target)
        self._handle = ffi.new_handle(self._receivers)
        self._is_running = self._is_done = False
        self._makers = {}
        lib.dtrace_set_message_handler(self._d, lib.dtrace_py_message, self._handle)
        self._check(lib.dtrace_set_batches(self._d, batch_rows))
        self._set_handler()
        for name, value in options.items():
            self.setopt(name, value)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        self.close()

    def _set_handler(self):
        has = self._receivers.has
        self._check(lib.dtrace_set_handler(self._d, ffi.new("struct dtrace_handler *", {
            "size": ffi.sizeof("struct dtrace_handler"),
            "arg": self._handle,
            "drop": lib.dtrace_py_drop if has("on_drop") else ffi.NULL,
            "fault": lib.dtrace_py_fault if has("on_fault") else ffi.NULL,
            "target": lib.dtrace_py_target if has("on_target") else ffi.NULL,
        })))

    def _check(self, err):
        if not err:
            return
        e = _error(err)
        if isinstance(e, CompileError):
            e.diagnostics = self.diagnostics()
        raise e

    @_owned
    def diagnostics(self):
        """Returns a list of Diagnostic, so far: errors and warnings."""
        g = _struct("dtrace_diagnostic")
        found = []
        while lib.dtrace_diagnostic(self._d, len(found), g):
            found.append(Diagnostic(_text(g.tag), _SEVERITIES.get(g.severity, "warning"), _text(g.file), g.line, g.column,
                                    g.end_line, g.end_column, _text(g.message), _text(g.hint), _text(g.excerpt)))
        return found

    @_owned
    def setopt(self, name, value=True):
        """Sets an option as -x does: a number, a text such as "10ms", or True."""
        text = ffi.NULL if value is True else _bytes(str(value))
        err = lib.dtrace_setopt(self._d, _bytes(name), text)
        if err:
            e = _error(err)
            raise type(e)(f"option {name}: {e}")

    @_owned
    def add(self, program):
        """Adds a D program."""
        self._check(lib.dtrace_add(self._d, lib.DTRACE_TEXT_NAME, _bytes(program)))

    @_owned
    def add_file(self, path):
        """Adds the D program in a file."""
        self._check(lib.dtrace_add(self._d, lib.DTRACE_TEXT_FILE, _path(path)))

    @_owned
    def set_args(self, *values):
        """Sets the macro arguments $0, $1 … of the programs. Call before check() and go()."""
        words = [ffi.new("char[]", _bytes(str(v))) for v in values]
        lib.dtrace_set_args(self._d, ffi.cast("const char *const *", ffi.new("char *[]", words)), len(words))

    @_owned
    def command(self, command, *, env=None, cwd=None, stdin=None, stdout=None, stderr=None, user=None, group=None):
        """Starts a command, which waits for go(), and returns its pid. The first target is $target.

        A text is split into words as by a shell, and takes no keywords. A list is not split. `env` is
        a mapping, `user` and `group` are numbers; stdin, stdout and stderr are files or descriptors.
        Raises OSError if the command cannot start.
        """
        stdio = stdin, stdout, stderr
        if isinstance(command, str):
            if any(x is not None for x in (env, cwd, user, group, *stdio)):
                raise TypeError("a command with keywords is a list")
            self._start(lib.dtrace_command(self._d, _bytes(command)))
        else:
            keep = []  # the memory of the arguments

            def new(kind, value):
                keep.append(ffi.new(kind, value))
                return keep[-1]

            def words(values):
                return new("char *[]", [new("char[]", _path(v)) for v in values] + [ffi.NULL])

            fds = [-1 if f is None else f if isinstance(f, int) else f.fileno() for f in stdio]
            self._start(lib.dtrace_command_argv(self._d, new("struct dtrace_command *", {
                "size": ffi.sizeof("struct dtrace_command"),
                "argv": ffi.cast("const char *const *", words(command)),
                "environment": ffi.NULL if env is None else
                    ffi.cast("const char *const *", words(os.fsencode(k) + b"=" + os.fsencode(v) for k, v in env.items())),
                "directory": ffi.NULL if cwd is None else new("char[]", _path(cwd)),
                "stdio": new("int[]", fds),
                "uid": ffi.NULL if user is None else new("uid_t *", user),
                "gid": ffi.NULL if group is None else new("gid_t *", group),
            })))
        return self.targets[-1].pid

    def _start(self, err):
        """Raises OSError if a command could not start."""
        if err and lib.dtrace_error_errno(err) and lib.dtrace_error_kind(err) == lib.DTRACE_ERROR_SYSTEM:
            e = _error(err)
            raise OSError(e.errno, str(e))
        self._check(err)

    @property
    @_owned
    def targets(self):
        """The processes of command() and grab(), as Target."""
        t = _struct("dtrace_target")
        found = []
        while lib.dtrace_target(self._d, len(found), t):
            found.append(_target(t))
        return found

    @property
    @_owned
    def drops(self):
        """The numbers of lost events that were reported so far, by kind."""
        d = _struct("dtrace_drop")
        found = {}
        while lib.dtrace_drops(self._d, len(found), d):
            found[_text(d.kind)] = d.count
        return found

    @_owned
    def grab(self, pid):
        """Makes a running process a target."""
        self._check(lib.dtrace_grab(self._d, pid))

    @_owned
    def check(self):
        """Checks the programs. Returns the number of probes that they match."""
        self._check(lib.dtrace_check(self._d))
        return lib.dtrace_match_count(self._d)

    @_owned
    def go(self):
        """Checks the programs and begins to trace. BEGIN has run when it returns."""
        self.check()
        self._check(lib.dtrace_go(self._d))
        self._is_running = True

    @_owned
    def fileno(self):
        """Returns a descriptor that is readable when work(wait=False) has something to do."""
        fd = lib.dtrace_fd(self._d)
        if fd < 0:
            raise UsageError("tracing has not begun")
        return fd

    @_owned
    def work(self, wait=True):
        """Handles what is due. Before that, waits for something, at most a second, if `wait`.

        Returns False if tracing has ended. The interpreter's lock is free meanwhile.
        """
        if self._is_done or not self._is_running:
            return False
        err = ffi.new("struct dtrace_error **")
        state = (lib.dtrace_work if wait else lib.dtrace_work_now)(self._d, err)
        self._check(err[0])
        if state == lib.DTRACE_WORK_DONE:
            self.stop()
        return not self._is_done

    @_owned
    def stop(self):
        """Ends tracing; END has run when it returns. Records can still be read."""
        if not self._is_done:
            self._is_done = True
            self._check(lib.dtrace_stop(self._d, False))

    def interrupt(self):
        """Ends the wait of work(), from any thread."""
        with self._lock:
            if self._finalizer.alive:
                lib.dtrace_interrupt(self._d)

    def close(self):
        """Detaches and frees everything. Batches stay. A closed session may be closed again."""
        if self._finalizer.alive:
            self._check_owner()
            with self._lock:  # another thread may interrupt
                self._finalizer()
            if self._ready and not self._ready.done():
                self._ready.set_result(None)

    def _check_owner(self):
        if self._is_busy:
            raise UsageError("a function that a session calls cannot use it")
        if self._owner != (os.getpid(), threading.get_ident()):
            raise RuntimeError("a session belongs to the thread and the process that opened it")

    @property
    @_owned
    def exit_status(self):
        """The argument of exit(), or 0."""
        return lib.dtrace_exit_status(self._d)

    # Results.

    @_owned
    def read_batch(self, min_rows=1):
        """Returns a batch with at least `min_rows` records, or None. Does not wait."""
        shape, schema, array = ffi.new("size_t *"), ffi.new("struct ArrowSchema *"), ffi.new("struct ArrowArray *")
        if not lib.dtrace_read_batch(self._d, min_rows, shape, schema, array):
            return None
        batch = Batch(shape[0], schema, array)
        weakref.finalize(batch, _release, schema, array)
        return batch

    def _take_batches(self):
        while batch := self.read_batch():
            yield batch

    def batches(self):
        """Yields batches until tracing ends. The rows of a batch have one shape."""
        alive = True
        while alive:
            alive = self.work()
            yield from self._take_batches()

    async def _follow(self, take):
        """Yields the results of `take` whenever there are some, until tracing ends."""
        loop = asyncio.get_running_loop()
        alive = self._is_running
        while alive:
            fd = self.fileno()
            self._ready = ready = loop.create_future()
            loop.add_reader(fd, lambda: ready.done() or ready.set_result(None))
            try:
                await ready
            finally:
                loop.remove_reader(fd)
            alive = self.work(wait=False)
            for result in take():
                yield result

    def abatches(self):
        """The same for an event loop: `async for batch in s.abatches()`."""
        return self._follow(self._take_batches)

    def __aiter__(self):
        """Yields records in an event loop, as __iter__() does."""
        return self._follow(self._take_records)

    def _maker(self, batch):
        """Returns the function that makes a record of a row."""
        if batch.shape not in self._makers:
            names = [n if n.isidentifier() and not n.startswith("_") and not keyword.iskeyword(n) else f"field_{i}"
                     for i, n in enumerate(batch.names)]
            self._makers[batch.shape] = collections.namedtuple(f"Record{batch.shape}", names, rename=True)._make
        return self._makers[batch.shape]

    def _take_records(self):
        waiting = {}
        for batch in self._take_batches():
            waiting.setdefault(batch.shape, []).append(batch)
        rows = [(r for b in batches for r in b.records(self._maker(b))) for batches in waiting.values()]
        yield from rows[0] if len(rows) == 1 else heapq.merge(*rows, key=lambda r: r[0])

    def __iter__(self):
        """Yields records in their order, until tracing ends: namedtuples of seq, time, cpu, probe, fields."""
        alive = True
        while alive:
            alive = self.work()
            yield from self._take_records()

    @_owned
    def probe(self, number):
        """Returns the name of a record's probe: "syscall:x64:openat:entry"."""
        p = _struct("dtrace_probe")
        if not lib.dtrace_probe(self._d, number, p):
            raise KeyError(number)
        return ":".join(_text(part) for part in (p.provider, p.module, p.function, p.name))

    @_owned
    def aggregation(self, name="_", total=False):
        """Returns a copy of an aggregation, by its name without "@".

        With `total`, it includes the values that clear() and trunc() hide.
        """
        ret = ffi.new("struct dtrace_aggregation **")
        self._check(lib.dtrace_aggregation_read(self._d, _bytes(name).lstrip(b"@"), total, ret))
        return Aggregation(ret[0])

    @_owned
    def aggregations(self, total=False):
        """Returns copies of all aggregations of the program, by name; "_" is the anonymous one."""
        names = itertools.takewhile(bool, (lib.dtrace_aggregation_name(self._d, i) for i in itertools.count()))
        return {name: self.aggregation(name, total) for name in map(_text, names)}
