/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* What is discarded is never seen, also if it is committed afterwards. Records may stand before and
 * after discard(). */
BEGIN
{
	i = speculation();
}
BEGIN
{
	speculate(i);
	printf("not seen\n");
}
BEGIN
{
	printf("before ");
	discard(i);
	printf("after\n");
}
BEGIN
{
	commit(i);
}
BEGIN
{
	discard(i);
}
BEGIN
{
	discard(0);
}
BEGIN
{
	discard(1);
	exit(0);
}
/* output:
before after

*/
