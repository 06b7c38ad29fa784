/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * A later clause gives a variable its type, as in iosnoop and iotop: `/!start[arg0]/ { … }` is
 * above the clause that assigns start[]. Variables and their first assignment: Dynamic Tracing
 * Guide, chapter 3, "Associative Arrays".
 */
BEGIN
/!start[7, "disk"]/
{
	printf("not started, %d left\n", left);
	left = limit * 2;
}

BEGIN
{
	limit = number + 1;
	number = 20;
	start[7, "disk"] = 5;
	who = execname;
	other = who;
	self->size = sizeof(other);
}

BEGIN
/start[7, "disk"] && other == who/
{
	limit = number + 1;
	printf("started at %d, %d, %d\n", start[7, "disk"], limit, self->size);
	exit(0);
}
/* output:
not started, 0 left
started at 5, 21, 256

*/
