/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
int i;

/* Constants are computed in 64 bits; the type decides the sign. */
BEGIN
{
	printf("%d %d %d\n", 2147483647 + 1, 1 << 40, -2147483647 - 2);
	printf("%d %d %d\n", 65536 * 65536, 4294967295 + 1, 4294967295u + 1);
	printf("%d %d %d\n", -9223372036854775807 - 1, 9223372036854775807 + 1, 18446744073709551615u + 1);
	printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
	printf("%d %d %d\n", (-9223372036854775807 - 1) / -1, -1 / 2u, -1 >> 1);
	printf("%d %d %d %d\n", -1 < 0u, -1 < 0, -1L < 0u, -1L < 0ul);
	printf("%d %d %d %d\n", (char)200, (unsigned char)-1, (short)65535, (uint32_t)-1);
	printf("%d %d %d %d\n", ~0, ~0u, ~0ul, -1u);
	printf("%d %d %d\n", 'a', '\n', '\377');
	printf("%d %d %d %d\n", 010, 0x10, 0xffffffff, 0x7fffffffffffffff);
	printf("%d %d %d %d\n", 1 && 0, 0 || 2, 1 ^^ 2, !5);
	printf("%d %d\n", 1 ? 2 : 3, (1, 2));
}

/* The same at run time. */
BEGIN
{
	i = 2147483647;
	printf("%d %d\n", i + 1, i + 1L);
	i = 1;
	printf("%d %d %d %d\n", i << 31, i << 40, (long)i << 40, i ^^ 2);
	exit(0);
}
