/* A member of a translation is its expression. */
struct in { int a; char n[8]; struct in *next; };
struct out { string s; int twice; struct in *link; int never; };
translator struct out < struct in *p > {
	s = p->n;
	twice = p->a * 2;
	link = p->next;
};
/* Members that it does not define come from the rest. */
struct holder { struct in *held; };
translator struct out < struct holder *h > : h->held {
	twice = 7;
};
inline struct out *cur = xlate <struct out *> ((struct in *)arg0);
BEGIN
{
	trace(cur->s);
	trace(cur->twice);
	trace(xlate <struct out> ((struct in *)arg0).link->a);
	trace(xlate <struct out> ((struct holder *)arg0).twice);
	trace(xlate <struct out> ((struct holder *)arg0).s);
}
