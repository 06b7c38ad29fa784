# SPDX-License-Identifier: BSD-2-Clause
# A program inside the process leaves registers as they were for a probe of the kernel behind it, even those that the code does not
# need any more.
. "$SRCDIR/_inside.sh"
cat >"$TMPDIR/dead.c" <<'EOF'
long f(long, long, long, long, long, long);
__asm__(".text\n.p2align 4\n.globl f\n.type f, @function\nf:\n"
	"mov %rdi, %rax\nadd $3, %rax\nnop\nnop\n"
	"lea 1(%rax), %rax\n" /* the kernel's probe */
	"mov $1, %ecx\nmov $2, %esi\nmov $3, %r8d\nmov $4, %r9d\nmov $7, %edx\nmov $5, %edi\nret\n.size f, . - f\n");
int main(void)
{
	long n = 0;
	for (int i = 0; i < 5; i++)
		n += f(10, 11, 12, 13, 14, 15);
	return n == 0;
}
EOF
cc -O1 -o "$TMPDIR/dead" "$TMPDIR/dead.c" || exit 1
both -c "$TMPDIR/dead" -n 'pid$target:a.out:f:entry { @[timestamp != 0] = count(); }
pid*:dead:f:9 /pid == $target/ { @registers[arg0, uregs[R_RDI], uregs[R_RSI], uregs[R_RDX], uregs[R_RCX], uregs[R_R8], uregs[R_R9]] = count(); }' |
	grep -v 'tracing ended before'
# output:
#
#         1                5
#                 0               10               11               12               13               14               15                5
# status 0
