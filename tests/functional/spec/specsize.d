/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* A record that does not fit is dropped, those before it stay. */
#pragma D option specsize=100
BEGIN
{
	i = speculation();
}
BEGIN
{
	speculate(i);
	printf("%d\n", 1);
}
BEGIN
{
	speculate(i);
	printf("%d\n", 2);
}
BEGIN
{
	speculate(i);
	printf("%d\n", 3);
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
1
2

*/
