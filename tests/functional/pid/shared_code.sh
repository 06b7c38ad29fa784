# SPDX-License-Identifier: BSD-2-Clause
# One function continues behind the first instruction of the next one, as mempcpy() in glibc: each counts its own calls.
# needs: x86-64
cat > "$TMPDIR/shared.c" <<'EOF'
#include <stdio.h>
long first(long), second(long);
__asm__(".globl first, second\n.type first, @function\n.type second, @function\n"
	"first: mov %rdi, %rax\nadd $1, %rax\njmp 1f\n.size first, . - first\n"
	"second: mov %rdi, %rax\n1: cmp $5, %rdi\njb 2f\nadd $2, %rax\n2: ret\n.size second, . - second\n");
int main(void)
{
	long n = 0;
	for (int i = 0; i < 10; i++)
		n += first(i) + second(i) + second(i);
	printf("%ld\n", n);
}
EOF
cc -O1 -o "$TMPDIR/shared" "$TMPDIR/shared.c" || exit 1
for engine in kernel inprocess; do
	"$DTRACE" -q -x engine=$engine -c "$TMPDIR/shared" -n 'pid$target:a.out:first:entry, pid$target:a.out:second:entry { @[probefunc] = count(); }'
done
# output:
# 175
#
#   first                                                            10
#   second                                                           20
# 175
#
#   first                                                            10
#   second                                                           20
