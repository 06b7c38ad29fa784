/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* engine: in the kernel, as its probes */
struct node {
	struct node *next;
	int v;
	char name[8];
	short a[3];
	unsigned low : 3, high : 7;
	int sign : 4;
	unsigned char bytes[4];
};

syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	this->n = (struct node *)copyin(arg1, sizeof (struct node));
	printf("%d %s\n", this->n->v, stringof(this->n->name));
	printf("%d %d %d\n", this->n->a[0], *(this->n->a + 1), this->n->a[2]);
	this->next = (struct node *)copyin((uintptr_t)this->n->next, sizeof (struct node));
	printf("%d %s %d\n", this->next->v, stringof(this->next->name), this->next->next == NULL);
	printf("%d %d %d\n", this->next->low, this->next->high, this->next->sign);
}

/* Arithmetic and conversion of values read from memory. */
syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	this->n = (struct node *)copyin(arg1, sizeof (struct node));
	this->next = (struct node *)copyin((uintptr_t)this->n->next, sizeof (struct node));
	this->s = &this->next->a[0];
	printf("%d %d %d\n", *this->s, *(this->s + 1), this->s[2]);
	printf("%d %d\n", *this->s++, *this->s);
	printf("%d %d\n", this->s - this->next->a, *(uint16_t *)this->s);
	printf("%d %x\n", *(int8_t *)this->next->bytes, *(uint32_t *)this->next->bytes);
	printf("%d %d\n", this->next->bytes[1] + this->next->bytes[3], this->next->sign * this->next->high);
	printf("%d\n", this->next->low - 6 < 0);
}

/* A structure as a value. */
struct node copy;

syscall::write:entry
/pid == $target && (int)arg0 == -1/
{
	this->n = (struct node *)copyin(arg1, sizeof (struct node));
	copy = *this->n;
	copy.a[1] += 100;
	copy.high -= 28;
	printf("%d %s %d %d %d\n", copy.v, stringof(copy.name), copy.a[1], copy.high, copy.low);
}
/* output:
42 first
-1 -2 -3
-7 second 1
5 100 -3
10 -20 30
10 -20
1 65516
-6 fdfcfbfa
504 -300
1
42 first 98 99 7

*/
