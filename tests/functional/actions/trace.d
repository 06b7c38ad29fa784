/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	trace("text");
	trace(-1);
	trace(4294967295);
	trace((char)65);
	trace((short)-2);
	trace(probename);
	trace(execname == "dtrace");
	exit(0);
}
/* output:
text-1429496729565-2BEGIN1
*/
