/* SPDX-License-Identifier: BSD-2-Clause */
/* Bit-fields at the end of a packed struct, whose units reach beyond it; written, counted, printed. Only kernels for x86-64
 * have this one. */
/* needs: x86-64 */
/* flags: -q */
BEGIN
{
	this->o = (struct orc_entry *)alloca(8);
	*(uint64_t *)this->o = 0xffffffffffffffff;
	this->o->sp_reg = 5;
	this->o->bp_reg = 10;
	this->o->type = 2;
	this->o->sp_reg += 3;
	this->o->type++;
	printf("%d %d %d\n", this->o->sp_reg, this->o->bp_reg, this->o->type);
	printf("%x\n", *(uint64_t *)this->o >> 48);
	exit(0);
}
/* output:
8 10 3
ffff

*/
