# SPDX-License-Identifier: BSD-2-Clause
"""Writes the C source of the extension module: cdef.py HEADER... OUTPUT.

The public headers are the only description of the interface: their declarations are given to cffi
without comments and directives.
"""
import re
import sys

import cffi

CALLBACKS = """
extern "Python" void dtrace_py_message(void *, const char *);
extern "Python" void dtrace_py_drop(void *, const struct dtrace_drop *);
extern "Python" void dtrace_py_fault(void *, const struct dtrace_fault *);
extern "Python" void dtrace_py_target(void *, const struct dtrace_target *);
"""


def declarations(header):
    """Returns the declarations of a C header, without comments and directives."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    return re.sub(r"^#.*\n", "", text, flags=re.M)


def main(*arguments):
    *headers, output = arguments
    ffi = cffi.FFI()
    ffi.cdef("typedef int pid_t; typedef unsigned uid_t; typedef unsigned gid_t;")
    for header in headers:
        with open(header, encoding="utf-8") as f:
            ffi.cdef(declarations(f.read()))
    ffi.cdef(CALLBACKS)
    ffi.set_source("libdtrace._dtrace", "#include <alloca.h>\n#include <dtrace/dtrace.h>", py_limited_api=True)
    ffi.emit_c_code(output)
    with open(output, "r+", encoding="utf-8") as f:
        text = f.read()
        f.seek(0)
        f.write("#include <string.h> // cffi's own code calls memset()\n" + text)


main(*sys.argv[1:])
