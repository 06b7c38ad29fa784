/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* A committed or discarded speculation is free at once, also within the clause's firing. */
BEGIN
{
	i = speculation();
}
BEGIN
{
	commit(i);
}
BEGIN
{
	j = speculation();
}
BEGIN
{
	discard(j);
}
BEGIN
{
	printf("%d %d %d %d\n", i, j, speculation(), speculation());
	exit(0);
}
/* output:
1 1 1 0

*/
