/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", strjoin("", ""));
	printf("%s\n", strjoin("a", "b"));
	printf("%s\n", strjoin("", "b"));
	printf("%s\n", strjoin("a", ""));
	printf("%s\n", strjoin(strjoin("1", "2"), strjoin("3", "4")));
	printf("%s\n", strjoin(probename, "!"));
	exit(0);
}
/* output:

ab
b
a
1234
BEGIN!

*/
