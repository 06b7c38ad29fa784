# SPDX-License-Identifier: BSD-2-Clause
"""Writes a C program that misuses every function of the public header: _every.py HEADER > PROGRAM.c

Each function is called in each state of a session, with usable arguments, and with each argument replaced by NULL, a wrong
number, an empty or an unknown text. _every.h has the states and the arguments. New functions are covered without a change
here, unless an argument has a new type.
"""
import pathlib
import re
import sys

from pycparser import c_ast, c_generator, c_parser

# Functions that the program calls itself: they change the process or end the session.
LEFT_OUT = {
    "dtrace_close": "called at the end of each state, and by the handler",
    "dtrace_set_memory_handler": "for the process; _host.c calls it",
    "dtrace_forget_anonymous": "of the machine, not of the session",
    "dtrace_go_anonymous": "the same",
    "dtrace_claim": "the same",
    "dtrace_salvage": "stops the printing thread for good, before _exit()",
}

TYPES = "typedef int pid_t, uid_t, gid_t, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, size_t, bool;\n"

# Type of a parameter: usable value, then misuses. Other types are handled below.
VALUES = {
    "struct dtrace *": ["d", "NULL"],
    "const struct dtrace *": ["d", "NULL"],
    "const char *": ["misuse_text", "NULL", '""', '"nosuch"', '"\\n%s\\xff"'],
    "const char * const *": ["misuse_words", "NULL"],
    "int": ["misuse_fd", "-1", "INT32_MAX"],
    "pid_t": ["getpid()", "0", "-1", "INT32_MAX"],
    "size_t": ["0", "1", "1000000", "SIZE_MAX"],
    "unsigned int": ["0", "99"],
    "uint32_t": ["1", "0", "UINT32_MAX"],
    "uint64_t": ["4096", "0", "UINT64_MAX"],
    "bool": ["false", "true"],
}
# Handles that exist in some states only; else the value is NULL.
HANDLES = {
    "struct dtrace_error *": "misuse_error()",
    "struct dtrace_aggregation *": "misuse_aggregation(d)",
    "struct dtrace_record *": "misuse_record",
    "struct dtrace_shape *": "misuse_shape",
}


def declarations(paths):
    """Returns the syntax tree of headers, without comments and directives."""
    text = "".join(pathlib.Path(path).read_text(encoding="utf-8") for path in paths)
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.S)
    text = re.sub(r"#ifdef __cplusplus\n.*?#endif\n", "", text, flags=re.S)
    text = re.sub(r"^#(?:.*\\\n)*.*\n", "", text, flags=re.M)
    return c_parser.CParser().parse(TYPES + text)


def is_const(pointer):
    return "const" in getattr(pointer.type, "quals", [])


def values(parameter, kind):
    """Returns the values for a parameter, the usable one first."""
    if kind in VALUES:
        return VALUES[kind]
    bare = kind.removeprefix("const ")
    if bare in HANDLES:
        return [HANDLES[bare], "NULL"]
    if kind.startswith("enum "):
        return [f"({kind})0", f"({kind})1", f"({kind})9999"]
    if isinstance(parameter.type, c_ast.PtrDecl) and isinstance(parameter.type.type, c_ast.FuncDecl):
        return ["misuse_callback", "NULL"]
    if kind == "void *":
        return ["NULL"]
    if isinstance(parameter.type, c_ast.PtrDecl) and bare.startswith("struct ") and not bare.endswith("**"):
        sized = bare.removesuffix(" *")  # a struct that begins with its size
        return [f"misuse_sized(sizeof({sized}))", "misuse_sized(0)", "misuse_sized(1)", "misuse_sized(SIZE_MAX)", "NULL"]
    if isinstance(parameter.type, c_ast.PtrDecl):
        return ["misuse_room()", "NULL"]  # a result
    raise SystemExit(f"_every.py: no values for {kind}")


def calls(function, generator):
    """Yields the lists of arguments."""
    parameters = [p for p in (function.type.args.params if function.type.args else []) if generator.visit(p) != "void"]
    kinds = []
    for p in parameters:
        bare = c_ast.Typename(None, p.quals, None, p.type)
        kinds.append(re.sub(r"\s+", " ", re.sub(r"\b%s\b" % p.name, "", generator.visit(p))).strip() if p.name else generator.visit(bare))
    choices = [values(p, k) for p, k in zip(parameters, kinds)]
    for i, kind in enumerate(kinds[:-1]):
        if kind == "const char * const *":
            choices[i + 1] = ["1", "0"]  # the number of words
    usable = [c[0] for c in choices]
    yield usable
    for i, choice in enumerate(choices):
        for value in choice[1:]:
            yield usable[:i] + [value] + usable[i + 1:]
    yield [c[-1] if c[-1] == "NULL" else c[0] for c in choices]


def main(headers):
    generator = c_generator.CGenerator()
    names = []
    print('#include "_every.h"\n')
    for node in declarations(headers).ext:
        if not isinstance(node, c_ast.Decl) or not isinstance(node.type, c_ast.FuncDecl) or node.name in LEFT_OUT:
            continue
        result = generator.visit(node.type.type).replace(node.name, "").strip()
        names.append(node.name)
        print(f"static void call_{node.name}(struct dtrace *d)\n{{")
        for arguments in calls(node, generator):
            call = f"{node.name}({', '.join(arguments)})"
            text = call.replace("\\", "\\\\").replace('"', '\\"')
            print(f'\tmisuse_now("{text}");')
            print("\t" + (f"misuse_check({call});" if re.sub(r"\s", "", result) == "structdtrace_error*" else f"(void){call};"))
        print("}\n")
    print("const struct misuse misuses[] = {")
    for name in names:
        print(f'\t{{"{name}", call_{name}}},')
    print("};\nconst size_t n_misuses = sizeof(misuses) / sizeof(*misuses);")


main(sys.argv[1:])
