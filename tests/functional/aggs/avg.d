/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = avg(10);
	@ = avg(11);
	@ = avg(-2);
	exit(0);
}
/* output:

                6
*/
