/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = max(-4);
	@ = max(-7);
	@ = max(-3);
	exit(0);
}
/* output:

               -3
*/
