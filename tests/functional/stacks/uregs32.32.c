/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: x86-64 */
/* cflags: -nostdlib -static -no-pie */
/*
 * A function and a system call with known registers, some of which would be negative numbers.
 */
__asm__(".globl spot, _start\n"
	".type spot, @function\n"
	"spot: nop\n"
	"	ret\n"
	".size spot, .-spot\n"
	"_start: mov $0x11111111, %ebx\n"
	"	mov $0x92222222, %ecx\n"
	"	mov $0x33333333, %edx\n"
	"	mov $0x44444444, %esi\n"
	"	mov $0xd5555555, %edi\n"
	"	mov $0x66666666, %ebp\n"
	"	mov $0x87777777, %eax\n"
	"	call spot\n"
	"	mov $20, %eax\n" // getpid
	"	int $0x80\n"
	"	mov $1, %eax\n" // exit
	"	xor %ebx, %ebx\n"
	"	int $0x80\n"
	".section .note.GNU-stack\n");
