/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = min(4);
	@ = min(-7);
	@ = min(3);
	exit(0);
}
/* output:

               -7
*/
