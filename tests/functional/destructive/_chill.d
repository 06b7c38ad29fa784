/* SPDX-License-Identifier: BSD-2-Clause */
BEGIN
{
	start = timestamp;
	chill(50000000);
}

BEGIN
{
	printf("%d\n", timestamp - start >= 50000000);
}

BEGIN
{
	this->before = timestamp;
	this->wall = walltimestamp;
	chill(50000000);
	printf("%d %d\n", timestamp - this->before >= 50000000,
	    walltimestamp - this->wall >= 50000000);
}

BEGIN
{
	chill(500000001);
	printf("never\n");
}

BEGIN
{
	chill(430000000);
	printf("never\n");
}

ERROR
{
	printf("fault %d\n", arg4);
}

BEGIN
{
	exit(0);
}
