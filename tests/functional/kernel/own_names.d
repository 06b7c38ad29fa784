/* flags: -q */
/* A struct of the program may have the name of one of the kernel's; it refers to itself. */
struct node {
	int v;
	struct node *next;
	union { struct node *up; long word; } u;
};
struct list_head { struct list_head *n; int mine; };

BEGIN
{
	this->a = (struct node *)alloca(sizeof (struct node));
	this->b = (struct node *)alloca(sizeof (struct node));
	this->a->v = 1;
	this->a->next = this->b;
	this->b->v = 2;
	this->b->next = NULL;
	this->b->u.up = this->a;
	printf("%d %d %d\n", this->a->next->v, this->a->next->next == NULL, this->b->u.up->v);
	printf("%d\n", sizeof (struct list_head));
	exit(0);
}
