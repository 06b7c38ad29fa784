/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/*
 * Discarded records never appear, even if the speculation is committed afterwards. Records may come
 * before and after discard().
 */
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
