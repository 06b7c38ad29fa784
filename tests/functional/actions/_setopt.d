/* SPDX-License-Identifier: BSD-2-Clause */
BEGIN
{
	printf("loud");
	setopt("quiet");
}

BEGIN
{
	printf("quiet\n");
	exit(0);
}
