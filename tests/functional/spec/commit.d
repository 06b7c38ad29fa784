/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * A speculation is printed where it is committed, once; an unused id is ignored, and the rest of
 * the clause runs.
 */
#pragma D option nspec=2
BEGIN
{
	i = speculation();
}
BEGIN
{
	speculate(i);
	printf("one ");
}
BEGIN
{
	speculate(i);
	printf("two\n");
}
BEGIN
{
	printf("first\n");
}
BEGIN
{
	commit(i);
	commits++;
}
BEGIN
{
	commit(i);
	commits++;
}
BEGIN
{
	commit(0);
	commit_of_none = 1;
}
BEGIN
{
	commit(2);
	commits++;
}
BEGIN
{
	speculate(i);
	printf("not seen\n");
}
BEGIN
{
	printf("commits %d, %d\n", commits, commit_of_none);
	exit(0);
}
/* output:
first
one two
commits 3, 1

*/
