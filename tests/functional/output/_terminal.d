/* SPDX-License-Identifier: BSD-2-Clause */
#pragma D option quiet
BEGIN
{
	printf("\033[1mformat\033[0m %s\n", "data\033[2J\r\177");
	trace("traced\007\n");
	@["key\033c"] = count();
	@s["named\033[H", stack(1)] = count();
	exit(0);
}
