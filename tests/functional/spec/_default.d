/* SPDX-License-Identifier: BSD-2-Clause */
BEGIN
{
	i = speculation();
}
BEGIN
{
	speculate(i);
}
BEGIN
{
	commit(i);
}
BEGIN
{
	discard(i);
}
END
{
}
BEGIN
{
	exit(0);
}
