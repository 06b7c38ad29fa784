/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * A translation as a value: in a variable of every scope, behind a pointer, printed, within another
 * one. Strings go into arrays of characters; what the translator does not define is 0, and not
 * printed.
 */
struct inner {
	char text[4];
	int low : 4, high : 12;
	int missing;
};

struct outer {
	int number;
	string name;
	struct inner in;
	struct task_struct *task;
	int spare;
};

translator struct inner < int N > {
	text = "abcdef";
	low = N;
	high = N << 4;
};

translator struct outer < struct task_struct *T > {
	number = ++evaluated;
	name = strjoin("<", ">");
	in = xlate<struct inner>(5);
	task = T;
};

/* All but one member is that of another translation. */
struct holder;
translator struct inner < struct holder *H > : (int)(uintptr_t)H { high = 3; };

inline struct outer made = xlate<struct outer>(curthread);
int evaluated;
struct outer global;

BEGIN
{
	this->s = xlate<struct outer>(curthread);
	printf("%d %s %s %d %d %d %d %d\n", this->s.number, this->s.name, this->s.in.text,
	    this->s.in.low, this->s.in.high, this->s.in.missing, this->s.task == curthread,
	    this->s.spare);
	global = this->s;
	self->s = made;
	array["x"] = xlate<struct outer>(curthread);
	this->p = xlate<struct outer *>(curthread);
	printf("%d %d %d %d\n", global.number, self->s.number, array["x"].number, this->p->number);
}

/* The pointer is good for the whole firing. */
BEGIN
{
	printf("%d %s %s\n", this->p->number, this->p->name, stringof(this->p->in.text));
	this->i = this->p->in;
	printf("%d %s\n", this->i.high, this->i.text);
	print(xlate<struct inner>(7));
	printf("\n");
	print(*xlate<struct inner *>(8));
	printf("\n%s\n", array["x"].in.text);
	this->i = xlate<struct inner>((struct holder *)6);
	printf("%s %d %d %d, %d %d\n", this->i.text, this->i.low, this->i.high, this->i.missing,
	    xlate<struct inner>((struct holder *)5).low, xlate<struct inner>((struct holder *)5).high);
	exit(0);
}
/* output:
1 <> abc 5 80 0 1 0
1 2 3 4
4 <> abc
80 abc
struct inner {
    char [4] text = [ "abc" ]
    int low = 0x7
    int high = 0x70
}
struct inner {
    char [4] text = [ "abc" ]
    int low = 0x8
    int high = 0x80
}
abc
abc 6 3 0, 5 3

*/
