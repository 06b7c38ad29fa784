/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* status: 3 */
/* The first status counts, later clauses of BEGIN still run, END fires. */
BEGIN
{
	exit(3);
	exit(4);
}

END
{
	printf("end\n");
}
/* output:
end

*/
