/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* What has been committed is free again only after a while. */
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
	trace(speculation());
}
BEGIN
{
	trace(speculation());
	exit(0);
}
