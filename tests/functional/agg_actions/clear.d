/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	@["x"] = count();
	clear(@);
	printa("%s %@d\n", @);
	exit(0);
}
