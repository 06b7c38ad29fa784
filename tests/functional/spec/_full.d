/* SPDX-License-Identifier: BSD-2-Clause */
/* 32 bytes of the ring for the speculated record, 24 + strsize and its NUL for the next one: it is then full. */
#pragma D option quiet
#pragma D option bufsize=4k
#pragma D option strsize=4039
BEGIN
{
	i = speculation();
}
BEGIN
{
	speculate(i);
	printf("committed\n");
}
BEGIN
{
	text = "full";
	printf("%s\n", text);
}
BEGIN
{
	n += 10;
	printf("not seen\n");
}
BEGIN
{
	commit(i);
	n++;
}
BEGIN
{
	n++;
	exit(3);
	printf("not seen\n");
}
END
{
	printf("end %d\n", n);
}
