/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
struct node { struct node *next; int v; char name[8]; short a[3]; };

BEGIN
{
	this->p = (int *)1000;
	printf("%d %d %d\n", (long)(this->p + 2), (long)(this->p - 2), (long)&this->p[3]);
	printf("%d %d\n", &this->p[3] - this->p, (int *)1000 - (int *)1012);
	printf("%d %d\n", (long)this->p++, (long)this->p);
	printf("%d %d\n", (long)--this->p, (long)this->p);
	this->p += 3;
	printf("%d\n", (long)this->p);
	this->p -= 2;
	printf("%d %d\n", (long)this->p, (long)(2 + this->p));
}

BEGIN
{
	this->n = (struct node *)4096;
	printf("%d %d %d\n", (long)&this->n->v, (long)&this->n->a[1], (long)(this->n + 1));
	printf("%d %d\n", (long)&this->n[2].name[3], (long)this->n->name);
	printf("%d %d %d %d\n", this->n == NULL, !this->n, this->n > (struct node *)1, this->n && 1);
	this->v = (void *)this->n;
	printf("%d %p\n", this->v == this->n, this->v);
	printf("%d %d\n", (long)(pid ? this->n : NULL), (long)(pid ? NULL : this->n));
	printf("%d\n", (uint8_t)(long)((char *)this->n + 511));
	self->n = this->n;
	at[this->n] = this->n;
	printf("%d %d\n", self->n == this->n, at[(struct node *)4096] == self->n);
	self->n = NULL;
	printf("%d\n", self->n == NULL);
	exit(0);
}
/* output:
1008 992 1012
3 -3
1000 1004
1000 1000
1012
1004 1012
4104 4118 4128
4175 4108
0 0 1 1
1 1000
4096 0
255
1 1
1

*/
