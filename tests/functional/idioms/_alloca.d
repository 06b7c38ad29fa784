/* SPDX-License-Identifier: BSD-2-Clause */
#pragma D option quiet
/*
 * alloca() provides exactly the requested size. A block of 0 bytes has the address of the next
 * block. A store beyond a block faults, also if a block of another clause is there.
 * Sources: the Dynamic Tracing Guide, chapter 10, "alloca()"; illumos' dtrace.c: dtrace_canstore()
 * permits dtms_scratch_base to dtms_scratch_ptr, and dtrace_buffer_reserve() resets the pointer for
 * each clause.
 */
char *first;

ERROR
{
	printf("fault %d\n", arg4);
}

BEGIN
{
	this->none = alloca(0);
	this->same = alloca(0);
	first = alloca(8);
	printf("%d %d\n", this->none == this->same, this->same == first);
	first[0] = 'a';
	first[7] = 0;
	printf("%s\n", stringof(first));
}

BEGIN
{
	this->p = (char *)alloca(8);
	this->p[8] = 1;
	printf("beyond the block\n");
}

BEGIN
{
	first[0] = 'b';
	printf("another clause's block\n");
}

BEGIN
{
	this->p = (char *)alloca(4);
	bcopy("four letters", this->p, 5);
	printf("five bytes in four\n");
}

BEGIN
{
	this->n = 3;
	this->p = (char *)alloca(this->n);
	bcopy("ab", this->p, this->n);
	printf("%s\n", stringof(this->p));
}

BEGIN
{
	this->n = 3;
	this->p = (char *)alloca(this->n);
	this->p[this->n] = 0;
	printf("beyond a block of a size that only the run tells\n");
}

BEGIN
{
	this->q = (long *)alloca(0);
	*this->q = 1;
	printf("into nothing\n");
}

BEGIN
{
	this->a = (char *)alloca(4);
	this->b = (char *)alloca(4);
	bcopy("xyz", this->b, 4);
	this->a[3] = 0;
	printf("%s\n", stringof(this->b));
	exit(0);
}
