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
	this->n = 6;
	this->c = (char *)alloca(16);
	bcopy("literal", this->c, 7);
	printf("%s ", stringof(this->c));
	bcopy(probename, this->c, this->n);
	printf("%s ", stringof(this->c));
	bcopy(strjoin("ab", "cd"), this->c + 1, 4);
	printf("%s\n", stringof(this->c));
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
