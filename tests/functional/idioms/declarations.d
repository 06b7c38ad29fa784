/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * Declarations as old scripts write them: without a type they are int (dt_decl.c, dt_decl_spec()),
 * an extern declaration may have any type, and `struct r` and `union r` are two names, as each has
 * its own name in CTF.
 */
self depth;
this level, step;
extern errors;
extern int table[];
extern int helper(int, char *);
extern string title;
struct r { int a; int b; };
union r { char c[8]; long l; };
boolean_t done;

BEGIN
{
	self->depth = -1;
	this->level = 5;
	this->step = (1 << 31) * 2 + this->level;
	errors = 70000 * 70000;
	title = "declared";
	done = B_TRUE;
	printf("%d %d %d %d %s %d\n", self->depth, this->level, this->step, errors, title, done);
	printf("%d %d %d\n", sizeof(struct r), sizeof(union r), sizeof(self->depth));
	printf("%d %d %d\n", sizeof "hi", sizeof("hi"), sizeof(""));
	exit(0);
}
/* output:
-1 5 5 605032704 declared 1
8 8 4
3 3 1

*/
