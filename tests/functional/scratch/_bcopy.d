/* SPDX-License-Identifier: BSD-2-Clause */
struct pair {
	int a;
	int b;
};

BEGIN
{
	this->from = (struct pair *)alloca(sizeof(struct pair));
	this->from->a = 3;
	this->from->b = 4;
	this->to = (struct pair *)alloca(sizeof(struct pair));
	bcopy(this->from, this->to, sizeof(struct pair));
	this->from->a = 9;
	printf("%d %d\n", this->to->a, this->to->b);
	this->n = 4;
	bcopy(&this->from->a, &this->to->b, this->n);
	printf("%d %d\n", this->to->a, this->to->b);
	this->s = (char *)alloca(16);
	this->s[0] = 's';
	this->s[1] = 0;
	bcopy(this->s, this->s + 8, 2);
	printf("%s\n", stringof(this->s + 8));
}

BEGIN
{
	bcopy((void *)8, alloca(8), 8);
	printf("never\n");
}

BEGIN
{
	bcopy(&this->from->a, (void *)8, 8);
	printf("never\n");
}

ERROR
{
	printf("fault %d at %x\n", arg4, arg5);
}

BEGIN
{
	exit(0);
}
