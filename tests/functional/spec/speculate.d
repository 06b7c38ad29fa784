/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * The actions after speculate() in the clause belong to the speculation; if its id is not in use,
 * the rest of the clause is skipped, and the other branch of an if is unaffected.
 */
#pragma D option nspec=2
BEGIN
{
	i = speculation();
	j = speculation();
}
BEGIN
{
	before = 1;
	speculate(i);
	printf("speculated %d\n", i);
}
BEGIN
{
	speculate(j);
	printf("not seen\n");
}
BEGIN
{
	if (i == 1) {
		speculate(i);
		printf("speculated in an arm\n");
	} else {
		printf("not seen\n");
	}
}
BEGIN
{
	if (i != 1) {
		speculate(i);
		printf("not seen\n");
	} else {
		printf("not speculated\n");
	}
}
BEGIN
{
	speculate(0);
	skipped = 1;
	printf("not seen\n");
}
BEGIN
{
	printf("%d %d\n", before, skipped);
}
BEGIN
{
	commit(i);
}
BEGIN
{
	exit(0);
}
/* output:
not speculated
1 0
speculated 1
speculated in an arm

*/
