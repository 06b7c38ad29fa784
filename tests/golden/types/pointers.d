/* Pointers, arrays, members, bit-fields, the address of a kernel symbol. */
struct s { int a:3; unsigned b:5; char n[8]; long v[4]; struct s *next; };
BEGIN
{
	this->p = (struct s *)arg0;
	this->p->a + this->p->b;
	this->p->next->v[2];
	this->p + 1;
	this->p - this->p->next;
	*this->p->v;
	&this->p->next->v[1];
	*this->p->n;
	*(int *)&`jiffies;
	this->p == NULL;
	sizeof (this->p->n) + offsetof(struct s, v);
}
