/* SPDX-License-Identifier: BSD-2-Clause */
BEGIN
{
	this->p = (int *)alloca(4 * sizeof(int));
	this->p[0] = 10;
	*(this->p + 3) = 40;
	this->n = 100;
	this->c = (char *)alloca(this->n);
	this->c[this->n - 1] = 'z';
	this->c[2] = 'b';
	printf("%d %d %c %c %d\n", *this->p, this->p[3], this->c[99], this->c[2],
	    (uintptr_t)this->p % 8);
	this->big = (char *)alloca(20000);
	this->big[19999] = 7;
	printf("%d\n", this->big[19999]);
}

/* It is zero whatever has been there. */
BEGIN
{
	this->old = (char *)alloca(20000);
	this->old[0] = this->old[5000] = this->old[19999] = 7;
}

BEGIN
{
	this->n = 8;
	this->p = (int *)alloca(16);
	this->c = (char *)alloca(this->n);
	this->big = (char *)alloca(19000);
	printf("%d %d %d %d\n", this->p[0], this->p[3], this->c[0], this->big[4900]);
	tracemem(alloca(24), 24);
}

/* More than there is, and memory that is not scratch. */
BEGIN
{
	this->m = 5000;
	alloca(this->m);
	printf("never\n");
}

BEGIN
{
	this->q = (int *)64;
	*this->q = 1;
	printf("never\n");
}

ERROR
{
	printf("fault %d\n", arg4);
}

BEGIN
{
	exit(0);
}
