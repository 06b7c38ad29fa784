/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@[zonename] = count();
	printf("%s %d %d\n", zonename, threadname == execname, lgrp >= 0);
	exit(0);
}
/* output:
global 1 1

  global                                                            1
*/
