# SPDX-License-Identifier: BSD-2-Clause
"""Builds the wheel of the module, which uses the libdtrace that pkg-config finds."""
import os
import subprocess
import sys

import setuptools
from setuptools.command.build_ext import build_ext


def pkg_config(*words):
    return subprocess.run(["pkg-config", *words, "libdtrace"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()


FLAGS = pkg_config("--cflags")
# The directories of the compiler are not among the flags.
INCLUDES = [f[2:] for f in FLAGS if f.startswith("-I")] + pkg_config("--variable=includedir")


class Build(build_ext):
    """Writes the C source from the header of the library, then compiles it."""

    def run(self):
        directory = next(p for d in INCLUDES if os.path.exists(os.path.join(p := os.path.join(d, "dtrace"), "dtrace.h")))
        headers = [os.path.join(directory, name) for name in ("dtrace.h", "listing.h")]
        os.makedirs(self.build_temp, exist_ok=True)
        source = os.path.join(self.build_temp, "_dtrace.c")
        subprocess.run([sys.executable, "cdef.py", *headers, source], check=True)
        self.extensions[0].sources = [source]
        super().run()


setuptools.setup(
    version=pkg_config("--modversion")[0],
    ext_modules=[setuptools.Extension(
        "libdtrace._dtrace", ["_dtrace.c"], py_limited_api=True, define_macros=[("Py_LIMITED_API", "0x030b0000")],
        extra_compile_args=FLAGS, extra_link_args=pkg_config("--libs"))],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}})
