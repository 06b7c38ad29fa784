/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * A predicate names what the clause's own actions assign first, the commonest idiom of all.
 * libdtrace, dt_parser.c, dt_cook_clause(): a predicate with an unknown variable is checked again
 * when the actions have been. Variables: Dynamic Tracing Guide, chapter 3.
 */
BEGIN
/!self->seen/
{
	self->seen = 1;
	printf("first time\n");
}

BEGIN
/!self->seen/
{
	printf("never\n");
}

BEGIN
/turns++ == 0/
{
	printf("turn %d\n", turns);
}

BEGIN
/known["root"] == 0/
{
	known["root"] = timestamp;
	printf("root is known now\n");
}

BEGIN
/this->name != "x"/
{
	this->name = "x";
	printf("name is %s\n", this->name);
}

BEGIN
/(when = timestamp) && !when/
{
	printf("never\n");
}

BEGIN
{
	exit(0);
}
/* output:
first time
turn 1
root is known now
name is x

*/
