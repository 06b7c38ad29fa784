/* flags: -q -c $WORKLOAD.32 */
/* needs: 32-bit x86-64 */

/* SPDX-License-Identifier: BSD-2-Clause */

self uint64_t at;
self uint64_t sp;

/* Registers of a 32-bit program, whose upper halves are 0, at a function and at a system call. */
pid$target:a.out:spot:entry,
pid$target:a.out:spot:return
{
	printf("%x %x %x %x %x %x %x\n", uregs[R_EAX], uregs[R_EBX], uregs[R_ECX], uregs[R_EDX],
	    uregs[R_ESI], uregs[R_EDI], uregs[R_EBP]);
	self->at = probename == "entry" ? uregs[R_EIP] : self->at;
	self->sp = probename == "entry" ? uregs[R_ESP] : self->sp;
	printf("%s %d %d %x %x\n", probename, uregs[R_EIP] - self->at,
	    uregs[R_ESP] == self->sp && self->sp < 0x100000000, uregs[R_CS], uregs[R_DS]);
}

syscall:x32:getpid:entry
/pid == $target/
{
	i = R_EDI;
	printf("%x %x %x %x\n", uregs[R_EBX], uregs[R_ECX], uregs[i], uregs[R_EBP]);
}
/* output:
87777777 11111111 92222222 33333333 44444444 d5555555 66666666
entry 0 1 23 2b
87777777 11111111 92222222 33333333 44444444 d5555555 66666666
return 1 1 23 2b
11111111 92222222 d5555555 66666666

*/
