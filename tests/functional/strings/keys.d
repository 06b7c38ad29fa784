/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* Bytes after a function's result must not make keys differ. */
BEGIN
{
	@[substr("abcdef", 0, 2)] = count();
	@[substr("abxyz", 0, 2)] = count();
	@[strjoin("a", "b")] = count();
	@[cleanpath("x/../ab")] = count();
	@[basename("/zzzz/ab")] = count();
	exit(0);
}

END
{
	printa("%s %@d\n", @);
}
/* output:
/ab 1
ab 4

*/
