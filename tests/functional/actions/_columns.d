/* SPDX-License-Identifier: BSD-2-Clause */
/* Widths and precisions: 0 means no precision, nothing is truncated, `*` takes keys in printa(). */
BEGIN
{
	printf("[%.0s] [%.2s] [%.0d] [%.*s]\n", "hello", "hello", 0, 0, "hello");
	@["a", 4, 42] = sum(1700000000000000000);
	@["b", -4, 42] = sum(123787200000000000);
	printa("[%s] [%*d] %@d\n", @);
	printa("[%s] [%.*d]\n", @);
	printa("%s %d %d %@Y\n", @);
	printa("%s %d %d %@T\n", @);
	exit(0);
}
