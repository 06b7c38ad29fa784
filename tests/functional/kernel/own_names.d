/* flags: -q */
/* A struct of the program may have the name of one of the kernel's; it refers to itself. */
struct node {
	int v;
	struct node *next;
	union { struct node *up; long word; } u;
};
struct list_head { struct list_head *n; int mine; };
typedef struct timer_list own_timer_t;
typedef union rb_node own_list_t;
struct timer_list { int mine; own_timer_t *next; own_list_t *list; };
union rb_node { int x; long y; };

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
END
{
	this->n = (own_timer_t *)alloca(sizeof (own_timer_t));
	this->n->mine = 4;
	this->n->next = this->n;
	printf("%d %d\n", this->n->next->mine, sizeof (own_list_t));
}
/* output:
2 1 1
16
4 8

*/
