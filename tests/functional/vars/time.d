/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	this->first = timestamp;
	this->second = timestamp;
	printf("%d %d %d\n", this->first == this->second, timestamp > 0,
	    walltimestamp > 1600000000000000000);
	exit(0);
}
/* output:
1 1 1

*/
