/* SPDX-License-Identifier: BSD-2-Clause */
/* END has the last word about the exit status. */
/* flags: -q */
/* status: 7 */
BEGIN
{
	exit(3);
}

END
{
	exit(5);
	exit(7);
}
/* output:

*/
