/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* Ids count from 1; as long as one is in use it is not given again. */
#pragma D option nspec=3
BEGIN
{
	i = speculation();
	j = speculation();
	k = speculation();
	printf("%d %d %d\n", i, j, k);
	printf("%d\n", speculation());
	exit(0);
}
/* output:
1 2 3
0

*/
