# SPDX-License-Identifier: BSD-2-Clause
# Functions that begin with instructions which the kernel cannot probe: a patch can.
. "$SRCDIR/_inside.sh"
cat > "$TMPDIR/hazards.c" <<'EOF'
#include <stdio.h>
#define FUNCTION(name, code) \
	void name(long *, long *, long, long); \
	__asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n" code "\n.size " #name ", . - " #name);
FUNCTION(locked, "lock addq $5, (%rdi)\nmov (%rdi), %rax\nret")
FUNCTION(segment, "mov %gs, %eax\nmov %fs:0, %rcx\nmov (%rdi), %rax\nret")
FUNCTION(repeated, "cld\nrep lodsb\nmov (%rdi), %rax\nret")
FUNCTION(lengthened, ".byte 0x2e\nnopl 0(%rax)\nnopl 0(%rax,%rax,1)\nmov (%rdi), %rax\nret")
FUNCTION(swapped, ".byte 0x4c, 0x87, 0xc0\nnopl 0(%rax,%rax,1)\nmov (%rdi), %rax\nret")
FUNCTION(flags, "pushfq\npopq %rax\nmov (%rdi), %rax\nmov (%rdi), %rax\nret")
int main(void)
{
	long n = 0;
	for (int i = 0; i < 10; i++)
		{
		locked(&n, &n, 0, 0);
		segment(&n, &n, 0, 0);
		repeated(&n, &n, 0, 0);
		lengthened(&n, &n, 0, 0);
		swapped(&n, &n, 0, 0);
		flags(&n, &n, 0, 0);
	}
	printf("%ld\n", n);
}
EOF
cc -O1 -o "$TMPDIR/hazards" "$TMPDIR/hazards.c" || exit 1
chmod -R a+rX "$TMPDIR"
count='pid$target:hazards:[lfrs]*:entry { @[probefunc] = count(); }'
echo "--- a user"
as_user "$DTRACE" -q -c "$TMPDIR/hazards" -n "$count" 2>&1
echo "--- root"
inside -v -c "$TMPDIR/hazards" -n "$count" | grep -E '^  |itself runs' | sed 's/process [0-9]*/process N/; s/pid[0-9]*/pid/g'
echo "--- kernel"
"$DTRACE" -qv -x engine=kernel -c "$TMPDIR/hazards" -n "$count" 2>&1 | grep -E '^  |: skipped ' | sed 's/pid[0-9]*/pid/g'
echo "--- root, and a kernel probe that shares a variable"
inside -v -c "$TMPDIR/hazards" -n 'int n; pid$target:hazards:locked:entry { n++; } syscall::exit_group:entry /pid == $target/ { n++; }
	END { printf("%d\n", n); }' | grep -E '^[0-9]+$|: skipped |kernel runs' | sed 's/pid[0-9]*/pid/g' | sort
# output:
# --- a user
# 50
#
#   flags                                                            10
#   lengthened                                                       10
#   locked                                                           10
#   repeated                                                         10
#   segment                                                          10
#   swapped                                                          10
# --- root
# dtrace: process N itself runs pid:hazards:locked:entry and 5 more
#   flags                                                            10
#   lengthened                                                       10
#   locked                                                           10
#   repeated                                                         10
#   segment                                                          10
#   swapped                                                          10
# --- kernel
# dtrace: skipped pid:hazards:flags:entry: an instruction that moves the flags register
# dtrace: skipped pid:hazards:lengthened:entry: a lock or segment prefix
# dtrace: skipped pid:hazards:locked:entry: a lock or segment prefix
#   repeated                                                         10
#   segment                                                          10
#   swapped                                                          10
# --- root, and a kernel probe that shares a variable
# 1
# 50
# dtrace: skipped pid:hazards:locked:entry: a lock or segment prefix
# dtrace: the kernel runs dtrace:::END, syscall:x64:exit_group:entry and 1 more, pid:hazards:locked:entry: syscall:x64:exit_group:entry fires in the kernel
