// SPDX-License-Identifier: BSD-2-Clause
/* needs: x86-64 */
// Instructions of every class, each in a separate function that is called with known registers;
// prints the registers afterwards. The output depends only on the processor.
/* cflags: -no-pie -fcf-protection=none */
#include <stdint.h>
#include <stdio.h>

// clang-format off
#define VECTORS(V) \
	V("push %rbx; pop %r8") V("push %r12; pop %rax") V("push $0x1234; pop %rdx") \
	V("push data(%rip); pop %rdi") V("push %rax; pop data+8(%rip)") \
	V("lea data(%rip), %rax; sub $data, %rax") V("mov data(%rip), %rbx") \
	V("mov %rdx, data+16(%rip)") V("addq $5, data(%rip)") V("movl $77, data+4(%rip)") \
	V("cmpq $1, data(%rip); sete %cl") V("lea 8(%rsi,%rdx,4), %r9") V("movabs $0x1122334455667788, %r10") \
	V("call helper") V("mov $helper, %eax; call *%rax") V("xor %eax, %eax; call *table(,%rax,8)") \
	V("mov $1, %eax; call *table(,%rax,8)") V("call *table+8(%rip)") \
	V("push $helper; xor %eax, %eax; .byte 0xff, 0x14, 0xc4; pop %rcx") \
	V("mov $table, %r12d; xor %esi, %esi; .byte 0x41, 0xff, 0x14, 0xf4") \
	V("mov $table, %r12d; mov $2, %esi; .byte 0x41, 0xff, 0x24, 0xf4") \
	V("push $1f; mov $1, %eax; .byte 0xff, 0x64, 0xc4, 0xf8; 1: pop %rcx") \
	V("mov $1f, %eax; jmp *%rax; ud2; 1: nop") V("jmp 1f; ud2; 1: inc %rax") \
	V("test %rsi, %rsi; je 1f; inc %r8; 1: nop") V("xor %r9d, %r9d; je 1f; ud2; 1: inc %r9") \
	V("cmp $3, %rdi; jg 1f; dec %rdi; 1: .skip 1, 0x90") V("cmp $3, %edi; jl 1f; .skip 200, 0x90; 1: nop") \
	V("mov $3, %ecx; 1: add %rcx, %rax; loop 1b") V("xor %ecx, %ecx; jrcxz 1f; ud2; 1: nop") \
	V("cmp %rsi, %rdi; cmovl %rsi, %rax") V("cmp %rsi, %rdi; setb %al; setg %ah") \
	V("xchg %rax, %rbx") V("xchg %r8, %rax") V("xchg %rdi, data(%rip)") V("cmpxchg %rbx, data(%rip)") \
	V("xadd %rax, data(%rip)") V("lock xadd %rax, data(%rip)") V("lock incl data(%rip)") V("bswap %rdx") \
	V("shld $5, %rsi, %rdi") V("imul $7, %rdi, %rax") V("mul %rsi") V("xor %edx, %edx; div %rsi") V("cqo; idiv %rsi") \
	V("cltq; cwtl; cltd") V("rol $7, %rax; rcr $3, %rbx; sar %cl, %rdx") V("stc; adc %rax, %rbx; sbb $0, %rdx") \
	V("neg %rax; not %rbx") V("bsf %rsi, %rax; bsr %rsi, %rbx") V("popcnt %rsi, %rax") V("bt $3, %rsi; setc %al; bts $9, %rax") \
	V("mov $data, %edi; mov $data+16, %esi; movsq; movsb; lodsl; stosw") \
	V("mov $data, %edi; mov $data+16, %esi; mov $9, %ecx; rep movsb") V("mov $data, %edi; mov $4, %ecx; xor %eax, %eax; repne scasb") \
	V("std; cld; lahf; sahf") V("pushfq; pop %rax; and $0x8d5, %eax") V("push $0x8d5; popfq; setc %al; cld") \
	V("enter $16, $0; mov %rax, -8(%rbp); leave") V("call 2f; jmp 3f; 2: ret $0; 3: nop") \
	V("nop; nopl (%rax); nopw 8(%rax,%rax,1); cs nopw 0(%rax,%rax,1); xchg %ax, %ax; nopl 0(%rax,%rax,1)") \
	V("endbr64; pause; lfence; mfence") V("movzbl %dil, %eax; movsbq %sil, %rbx; movslq %edi, %rcx") \
	V("mov %fs:0, %rax; cmp %fs:0, %rax; sete %al; movzx %al, %eax") V("mov $data, %ebx; mov $3, %eax; xlat") V("mov $102, %eax; syscall; xor %ecx, %ecx; xor %r11d, %r11d") \
	V("repz ret") V("mov %cs, %eax; mov %ds, %ebx") V("crc32b %dil, %eax; crc32q %rsi, %rbx") V("movbe data(%rip), %rax") \
	V("movaps data(%rip), %xmm0; addps %xmm0, %xmm1; shufps $0x1b, %xmm1, %xmm2") V("cvtsi2sd %rdi, %xmm0; mulsd %xmm0, %xmm0; cvttsd2si %xmm0, %rax") \
	V("movq %rdi, %xmm0; movq %rsi, %xmm1; punpcklqdq %xmm1, %xmm0; pshufd $0x4e, %xmm0, %xmm2; pxor %xmm3, %xmm3") \
	V("movdqu data(%rip), %xmm1; movdqu %xmm1, data+16(%rip); movd %xmm1, %eax; movmskps %xmm1, %ecx") \
	V("movdqa data(%rip), %xmm0; pshufb data+16(%rip), %xmm0; phaddd %xmm0, %xmm1; palignr $3, %xmm0, %xmm2") \
	V("pinsrq $1, %rdi, %xmm0; pextrd $2, %xmm0, %eax; ptest %xmm0, %xmm1; roundsd $1, %xmm0, %xmm3") \
	V("fld1; fldpi; faddp; fistpll data(%rip); mov data(%rip), %rax") V("cvtsi2sd data(%rip), %xmm2; comisd %xmm2, %xmm0; seta %al")
#define VEX_VECTORS(V) \
	V("vpor %xmm0, %xmm1, %xmm2") V("vpxor %ymm0, %ymm1, %ymm2; vzeroupper") V("vpcmpeqb data(%rip), %xmm0, %xmm1; vpmovmskb %xmm1, %eax") \
	V("vpshufd $0x1b, %xmm0, %xmm1") V("vmovd %edi, %xmm0; vmovq %xmm0, %rax") V("vmovdqu data(%rip), %ymm0; vmovdqu %ymm0, data(%rip); vextracti128 $1, %ymm0, %xmm1; vzeroupper") \
	V("vaddps data(%rip), %xmm0, %xmm1; vmulsd %xmm1, %xmm0, %xmm2; vsqrtps %xmm1, %xmm3") V("vandps %xmm0, %xmm1, %xmm2; vxorps %xmm3, %xmm3, %xmm3") \
	V("vpshufb data(%rip), %xmm0, %xmm1; vpbroadcastd data(%rip), %xmm2; vpmulld %xmm0, %xmm1, %xmm3") V("vinserti128 $1, %xmm0, %ymm1, %ymm2; vpermq $0x4e, %ymm2, %ymm2; vzeroupper") \
	V("vcmpps $1, %xmm0, %xmm1, %xmm2; vshufps $9, %xmm0, %xmm1, %xmm3") V("vpinsrw $3, %edi, %xmm0, %xmm1; vpextrw $2, %xmm1, %eax") \
	V("vfmadd132ss %xmm0, %xmm1, %xmm2; vfmadd132ps %xmm0, %xmm1, %xmm3") V("vpaddq %xmm0, %xmm1, %xmm2; vpsubd %xmm0, %xmm1, %xmm3; vpand %xmm0, %xmm1, %xmm0") \
	V("andn %rdi, %rsi, %rax; bextr %rdi, %rsi, %rbx; mulx %rsi, %rcx, %rdx; pdep %rdi, %rsi, %r8; rorx $3, %rdi, %r9; shlx %rdi, %rsi, %r10")
#define EVEX_VECTORS(V) \
	V("vpaddd data(%rip), %zmm0, %zmm1; vpxord %zmm1, %zmm1, %zmm2; vzeroupper") V("vmovdqu64 data(%rip), %zmm3; vmovdqu64 %zmm3, data(%rip); vzeroupper") \
	V("kmovw %edi, %k1; kmovw %k1, %eax; kortestw %k1, %k1; setc %bl") V("mov $5, %eax; kmovw %eax, %k2; vpternlogd $0x96, %zmm0, %zmm1, %zmm2{%k2}; vzeroupper") \
	V("vpcmpeqd %zmm0, %zmm1, %k1; kmovw %k1, %eax; vpbroadcastd %edi, %zmm3; vzeroupper")
// clang-format on

uint64_t data[16] __attribute__((aligned(64)));

__asm__("	.type helper, @function\n"
	"helper: add $1000, %rax\n"
	"	ret\n"
	"	.size helper, . - helper\n"
	"	.type other, @function\n"
	"other:	add $2000, %rbx\n"
	"	ret\n"
	"	.size other, . - other\n"
	"	.data\n"
	"	.balign 8\n"
	"table:	.quad helper, other, helper\n"
	"	.text\n");

// vec0, vec1, …; the section lists them.
#define FUNCTION(n, list, text)                               \
	__attribute__((naked, used)) static void vec##n(void) \
	{                                                     \
		__asm__(text "; ret");                        \
	}                                                     \
	static void (*const entry##n)(void) __attribute__((used, section(list))) = vec##n;
#define NUMBERED(n, list, text) FUNCTION(n, list, text)
#define LEGACY(text)		NUMBERED(__COUNTER__, "legacy", text)
#define VEX(text)		NUMBERED(__COUNTER__, "vex", text)
#define EVEX(text)		NUMBERED(__COUNTER__, "evex", text)
VECTORS(LEGACY)
VEX_VECTORS(VEX)
EVEX_VECTORS(EVEX)

typedef void (*function)(void);
extern const function __start_legacy[], __stop_legacy[], __start_vex[], __stop_vex[],
    __start_evex[], __stop_evex[];

/** rax rbx rcx rdx rsi rdi rbp r8 … r15, flags, rsp; xmm0 … xmm3. */
enum { N_REGS = 17 };
uint64_t in[15], out[N_REGS], stack_before;
uint64_t vector_in[8], vector_out[8];
function target;

void run(void);
__asm__("	.globl run\n"
	"run:	push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15; push %rax\n"
	"	movdqu vector_in(%rip), %xmm0; movdqu vector_in+16(%rip), %xmm1\n"
	"	movdqu vector_in+32(%rip), %xmm2; movdqu vector_in+48(%rip), %xmm3\n"
	"	mov in+8(%rip), %rbx; mov in+16(%rip), %rcx; mov in+24(%rip), %rdx\n"
	"	mov in+32(%rip), %rsi; mov in+40(%rip), %rdi; mov in+48(%rip), %rbp\n"
	"	mov in+56(%rip), %r8; mov in+64(%rip), %r9; mov in+72(%rip), %r10\n"
	"	mov in+80(%rip), %r11; mov in+88(%rip), %r12; mov in+96(%rip), %r13\n"
	"	mov in+104(%rip), %r14; mov in+112(%rip), %r15\n"
	"	push $0x202; popfq; mov in(%rip), %rax; mov %rsp, stack_before(%rip)\n"
	"	call *target(%rip)\n"
	"	mov %rsp, out+128(%rip); mov %rax, out(%rip); pushfq; pop out+120(%rip); cld\n"
	"	mov %rbx, out+8(%rip); mov %rcx, out+16(%rip); mov %rdx, out+24(%rip)\n"
	"	mov %rsi, out+32(%rip); mov %rdi, out+40(%rip); mov %rbp, out+48(%rip)\n"
	"	mov %r8, out+56(%rip); mov %r9, out+64(%rip); mov %r10, out+72(%rip)\n"
	"	mov %r11, out+80(%rip); mov %r12, out+88(%rip); mov %r13, out+96(%rip)\n"
	"	mov %r14, out+104(%rip); mov %r15, out+112(%rip)\n"
	"	movdqu %xmm0, vector_out(%rip); movdqu %xmm1, vector_out+16(%rip)\n"
	"	movdqu %xmm2, vector_out+32(%rip); movdqu %xmm3, vector_out+48(%rip)\n"
	"	pop %rax; pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret\n");

static void show(const char *list, int n, function f)
{
	for (int i = 0; i < 16; i++)
		data[i] = 0x0101010101010101 * i + 0x3ff0000000000000;
	for (int i = 0; i < 15; i++)
		in[i] = 3 + 17 * i;
	for (int i = 0; i < 8; i++)
		vector_in[i] = 0x4008000000000000 + 0x01020304 * i;
	target = f;
	run();
	out[16] -= stack_before;
	printf("%s %d", list, n);
	for (int i = 0; i < N_REGS; i++)
		printf(" %lx", out[i]);
	for (int i = 0; i < 8; i++)
		printf(" %lx", vector_out[i]);
	for (int i = 0; i < 16; i++)
		printf(" %lx", data[i]);
	printf("\n");
}

static void show_all(const char *list, const function *begin, const function *end)
{
	for (const function *f = begin; f < end; f++)
		show(list, (int)(f - begin), *f);
}

int main(void)
{
	show_all("legacy", __start_legacy, __stop_legacy);
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	    __builtin_cpu_supports("bmi2"))
		show_all("vex", __start_vex, __stop_vex);
	if (__builtin_cpu_supports("avx512f"))
		show_all("evex", __start_evex, __stop_evex);
	return 0;
}
