/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = sum(10);
	@ = sum(-3);
	@ = sum(9000000000);
	exit(0);
}
/* output:

       9000000007
*/
