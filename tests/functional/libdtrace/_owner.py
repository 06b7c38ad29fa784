# SPDX-License-Identifier: BSD-2-Clause
"""Checks that public functions own their queries about processes: _owner.py TREE

A function that takes a session which is not const has DT_SESSION_CALL(), or is in the list below. Otherwise its session would
not report a process that does not answer. Prints each function that breaks the rule.
"""
import pathlib
import re
import sys

# Functions that examine no process, and the reason.
EXEMPT = {
    "dtrace_add": "reads a file",
    "dtrace_add_script": "copies a text",
    "dtrace_close": "destroys the owner; processes are left as they are",
    "dtrace_diagnostic": "reads results",
    "dtrace_each_skip": "reads results",
    "dtrace_forget_anonymous": "removes pinned objects",
    "dtrace_grab": "opens a descriptor of the process",
    "dtrace_interrupt": "sets a flag; may be called by another thread",
    "dtrace_metric": "reads results",
    "dtrace_probe": "reads results",
    "dtrace_read_batch": "reads results",
    "dtrace_salvage": "writes the output; is called by another thread",
    "dtrace_set_args": "copies words",
    "dtrace_set_batches": "sets a number",
    "dtrace_set_handler": "copies a struct",
    "dtrace_set_listing": "sets a descriptor",
    "dtrace_set_message_handler": "sets a function",
    "dtrace_set_output": "sets a descriptor",
    "dtrace_set_progress_handler": "sets a function",
    "dtrace_set_verbose": "sets a flag",
    "dtrace_setopt": "sets an option",
    "dtrace_statistics": "reads counters",
    "dtrace_target": "waits for children",
    "dtrace_work": "calls dtrace_work_now()",
    "dtrace_write_header": "reads results of dtrace_check()",
    "dtrace_write_object": "reads results of dtrace_check()",
}


def declared(header):
    """Returns the functions of the headers with a session that is not const."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", header, flags=re.S)
    return re.findall(r"\b(dtrace_\w+)\(struct dtrace \*d\b", text)


def bodies(sources):
    """Returns the bodies of public functions by name."""
    found = {}
    for source in sources:
        for name, body in re.findall(r"^[a-z][^;{}()]*?\b(dtrace_\w+)\([^;{}]*\)\n\{\n(.*?)^\}", source, re.S | re.M):
            found[name] = body
    return found


def main(tree):
    functions = declared("".join(path.read_text() for path in sorted((tree / "include/dtrace").iterdir())))
    found = bodies(path.read_text() for path in sorted((tree / "src/session").rglob("*.c")))
    for name in functions:
        if name not in found:
            print(f"{name}: no definition found")
        elif ("DT_SESSION_CALL(d)" in found[name]) == (name in EXEMPT):
            print(f"{name}: " + ("has DT_SESSION_CALL() and is exempt" if name in EXEMPT else "no DT_SESSION_CALL()"))
    for name in sorted(EXEMPT.keys() - set(functions)):
        print(f"{name}: exempt, but not declared with a session")


main(pathlib.Path(sys.argv[1]))
