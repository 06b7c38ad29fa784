/* flags: -q -x nspec=3 */
/* A branch of an if may commit records that the clause makes before and after it. */
BEGIN
{
	i = speculation();
	j = speculation();
	k = speculation();
}
BEGIN { speculate(i); printf("first\n"); }
BEGIN { speculate(j); printf("second\n"); }
BEGIN { speculate(k); printf("not seen\n"); }
BEGIN
{
	printf("before\n");
	if (i) {
		commit(i);
	} else {
		discard(i);
	}
	if (j == 0)
		discard(j);
	else if (j)
		commit(j);
	if (k) {
		discard(k);
	} else {
		commit(k);
	}
	printf("behind\n");
	@total = count();
}
BEGIN
{
	exit(0);
}
END { printa("%@d\n", @total); }
/* output:
first
second
before
behind
1

*/
