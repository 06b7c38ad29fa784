/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s:%s:%s:%s %d %d\n", probeprov, probemod, probefunc, probename, id == epid, errno);
	exit(probefunc == "" && probename == "BEGIN" ? 0 : 1);
}
/* output:
dtrace:::BEGIN 1 0

*/
