/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@ = count();
	@ = count();
	@ = count();
	exit(0);
}
/* output:

                3
*/
