struct list { int value; struct list *next; };
struct bits { unsigned a : 3, b : 5, : 0, c : 10; int : 4; uint64_t d : 40; };
union u { int i; char c[8]; struct { short s, probe; }; struct list l; };
struct flex { int n; char data[]; };
enum color { RED, GREEN = 5, BLUE, BOTH = RED | BLUE, MINUS = -1, };
int sizes[BLUE + sizeof (struct list)];
struct list a; struct bits b; union u c; struct flex *d; enum color e;
