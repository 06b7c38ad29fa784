#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# Debug information with false types: dtrace refuses oversized types with their location, an argument without a known
# location has no type, and print() ends.
. "$SRCDIR/_common.sh"
cat >forge.py <<'END_OF_FORGE'
"""forge.py: the functions' code and debug information, as assembly."""
DIE = {  # name: (tag, has children, [(attribute, form)])
    "unit": (0x11, 1, [(3, 8), (0x11, 1), (0x12, 7)]),
    "function": (0x2e, 1, [(3, 8), (0x11, 1), (0x12, 7), (0x3f, 0x19)]),
    "argument": (5, 0, [(3, 8), (0x49, 0x13), (2, 0x18)]),
    "int": (0x24, 0, [(3, 8), (0xb, 0xf), (0x3e, 0xb)]),
    "pointer": (0xf, 0, [(0xb, 0xb), (0x49, 0x13)]),
    "struct": (0x13, 1, [(3, 8), (0xb, 0xf)]),
    "member": (0xd, 0, [(3, 8), (0x49, 0x13), (0x38, 0xf)]),
    "array": (1, 1, [(0x49, 0x13)]),
    "range": (0x21, 0, [(0x2f, 0xf)]),
}
WRITE = {1: ".8byte", 7: ".8byte", 8: ".asciz", 0xb: ".byte", 0xf: ".uleb128", 0x13: ".4byte"}
KINDS = list(DIE)


def die(kind, *values):
    print(f".uleb128 {KINDS.index(kind) + 1}")
    forms = [form for _, form in DIE[kind][2] if form != 0x19]
    for form, value in zip(forms, values):
        if form == 0x18:
            print(f".uleb128 {len(value)}\n.byte {', '.join(map(str, value))}")
        else:
            print(WRITE[form], f'"{value}"' if form == 8 else f"type_{value} - info" if form == 0x13 else value)


def label(name):
    print(f"type_{name}:")


def end():
    print(".byte 0")


def pointer(name, to):
    label(name)
    die("pointer", 8, to)


REG = [0x55]  # rdi
FUNCTIONS = {"plain": ("number", REG), "huge": ("huge_p", REG), "long_array": ("array_p", REG), "deep": ("deep_p", REG), "nothing": ("holder_p", REG),
             "endless": ("number", [0x2f, 0xfd, 0xff]), "branch": ("number", [0x28, 0xfd, 0xff]),
             "empty_stack": ("number", [0x12] * 200), "unknown": ("number", [0xdf]), "cut": ("number", [0x10] + [0xff] * 30)}
print('.section .debug_abbrev, "", @progbits\nabbrev:')
for number, (tag, children, attributes) in enumerate(DIE.values(), 1):
    print(f".uleb128 {number}, {tag}\n.byte {children}")
    print("\n".join(f".uleb128 {a}, {f}" for a, f in attributes), "\n.byte 0, 0")
end()
print('.section .debug_info, "", @progbits\ninfo: .4byte end - version\nversion: .2byte 4\n.4byte abbrev\n.byte 8')
die("unit", "forged.c", 0, -1)
label("number")
die("int", "int", 4, 5)
label("huge")
die("struct", "huge", 0x7fffffffffff)
end()
pointer("huge_p", "huge")
label("array")
die("array", "number")
die("range", 0x7fffffffffffffff)
end()
pointer("array_p", "array")
label("none")
die("struct", "none", 0)
end()
label("nones")
die("array", "none")
die("range", 0x7fffffff)
end()
label("holder")
die("struct", "holder", 8)
die("member", "n", "number", 0)
die("member", "a", "nones", 4)
end()
pointer("holder_p", "holder")
label("deep0")
die("struct", "deep0", 4)
die("member", "x", "number", 0)
end()
for i in range(1, 31):  # two of the one before, in the room of one
    label(f"deep{i}")
    die("struct", f"deep{i}", 4)
    for name in "lr":
        die("member", name, f"deep{i - 1}", 0)
    end()
pointer("deep_p", "deep30")
for name, (of, place) in FUNCTIONS.items():
    die("function", name, name, 4)
    die("argument", "p", of, place)
    end()
end()
print("end:")
print(".text")
for name in FUNCTIONS:
    print(f".globl {name}\n.type {name}, @function\n{name}: push %rbp\nmov %rsp, %rbp\npop %rbp\nret\n.size {name}, . - {name}")
print(".globl all\nall: push %rbx\nmov %rdi, %rbx")
for name in FUNCTIONS:
    print(f"mov %rbx, %rdi\ncall {name}")
print('pop %rbx\nret\n.section .note.GNU-stack, "", @progbits')
END_OF_FORGE
cat >program.c <<'END_OF_PROGRAM'
#include <unistd.h>
void all(void *);
static long bytes[512];
int main(void)
{
	for (;; usleep(1000))
		all(bytes);
}
END_OF_PROGRAM
python3 forge.py >forged.s && gcc -O1 -o program program.c forged.s || fail 'no program'
start

bounded 20 -lvvn 'pid$1:program::entry' "$pid" >list 2>&1
type_of() { # function
	sed -n "/ $1 entry\$/,/args\[0\]/s/.*args\[0\]: //p" list
}
[ "$(type_of plain)" = 'int p' ] || fail "plain: $(cat list)"
for f in endless branch empty_stack unknown cut; do
	[ "$(type_of $f)" = '(unknown)' ] || fail "$f: $(type_of $f)"
done

for f in huge long_array; do
	said=$(bounded 20 -qn "pid\$1:program:$f:entry { print(*args[0]); }" "$pid" 2>&1)
	grep -q '^<program>:1:1: error: a record of .* bytes and more does not fit' <<<"$said" || fail "$f: $said"
done

bounded 20 -qn 'pid$1:program:deep:entry { print(*args[0]); exit(0); }' "$pid" >deep || fail "deep: $?"
[ "$(wc -l <deep)" -lt 200000 ] && grep -q '^ *\.\.\.$' deep || fail "$(wc -l <deep) lines"
bounded 20 -qn 'pid$1:program:nothing:entry { print(*args[0]); exit(0); }' "$pid" >nothing || fail "nothing: $?"
grep -q '^ *int n = ' nothing && [ "$(wc -l <nothing)" -lt 20 ] || fail "nothing: $(head nothing)"
kill "$pid"
# output:
