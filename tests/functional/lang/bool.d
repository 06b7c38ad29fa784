/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
_Bool b;
struct { _Bool f : 1; _Bool g; } st;

/* A _Bool holds 0 or 1, whatever is done to it. */
BEGIN
{
	b = 2;
	printf("%d", b);
	b += 5;
	printf(" %d", b);
	b++;
	printf(" %d", b);
	b--;
	printf(" %d", b);
	b--;
	printf(" %d", b);
	b |= 256;
	printf(" %d", b);
	b <<= 63;
	printf(" %d\n", b);
	st.f = 2;
	st.g = 512;
	this->i = 256;
	printf("%d %d %d %d\n", st.f, st.g, (_Bool)this->i, (_Bool)512);
	exit(0);
}
/* output:
1 1 1 0 1 1 1
1 1 1 1

*/
