/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
int8_t s8, s8_lo, s8_hi;
uint8_t u8, u8_lo, u8_hi;
int16_t s16, s16_lo, s16_hi;
uint16_t u16, u16_lo, u16_hi;
int32_t s32, s32_lo, s32_hi;
uint32_t u32, u32_lo, u32_hi;
int64_t s64, s64_lo, s64_hi;
uint64_t u64, u64_lo, u64_hi;
int zero, one;

/* Read from variables, so that nothing is folded; a comparison of all widths and signs. */
BEGIN
{
	s8_lo = -127L - 1;
	u8_lo = 0;
	s16_lo = -32767L - 1;
	u16_lo = 0;
	s32_lo = -2147483647L - 1;
	u32_lo = 0;
	s64_lo = -9223372036854775807L - 1;
	u64_lo = 0;
	s8_hi = 127L;
	u8_hi = 255UL;
	s16_hi = 32767L;
	u16_hi = 65535UL;
	s32_hi = 2147483647L;
	u32_hi = 4294967295UL;
	s64_hi = 9223372036854775807L;
	u64_hi = 18446744073709551615UL;
	s8 = -1;
	u8 = -1;
	s16 = -1;
	u16 = -1;
	s32 = -1;
	u32 = -1;
	s64 = -1;
	u64 = -1;
	one = 1;
}

/* -1 in each type, and the ends of its range. */
BEGIN
{
	printf("%d %d %d\n", s8, s8_lo, s8_hi);
	printf("%d %d %d\n", u8, u8_lo, u8_hi);
	printf("%d %d %d\n", s16, s16_lo, s16_hi);
	printf("%d %d %d\n", u16, u16_lo, u16_hi);
	printf("%d %d %d\n", s32, s32_lo, s32_hi);
	printf("%d %d %d\n", u32, u32_lo, u32_hi);
	printf("%d %d %d\n", s64, s64_lo, s64_hi);
	printf("%d %d %d\n", u64, u64_lo, u64_hi);
}

/* Values of each width in int arithmetic. */
BEGIN
{
	printf("%d %d %d %d %d\n", -s8, ~s8, !s8, +s8_hi, s8 + 1);
	printf("%d %d %d %d %d\n", -u8, ~u8, !u8, +u8_hi, u8 + 1);
	printf("%d %d %d %d %d\n", -s16, ~s16, !s16, +s16_hi, s16 + 1);
	printf("%d %d %d %d %d\n", -u16, ~u16, !u16, +u16_hi, u16 + 1);
	printf("%d %d %d %d %d\n", -s32, ~s32, !s32, +s32_hi, s32 + 1);
	printf("%d %d %d %d %d\n", -u32, ~u32, !u32, +u32_hi, u32 + 1);
	printf("%d %d %d %d %d\n", -s64, ~s64, !s64, +s64_hi, s64 + 1);
	printf("%d %d %d %d %d\n", -u64, ~u64, !u64, +u64_hi, u64 + 1);
}

/* < between all types: the common type decides. */
BEGIN
{
	printf("%d %d %d %d %d %d %d %d\n",
	    s8 < s8, s8 < u8, s8 < s16, s8 < u16, s8 < s32, s8 < u32, s8 < s64, s8 < u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u8 < s8, u8 < u8, u8 < s16, u8 < u16, u8 < s32, u8 < u32, u8 < s64, u8 < u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s16 < s8, s16 < u8, s16 < s16, s16 < u16, s16 < s32, s16 < u32, s16 < s64, s16 < u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u16 < s8, u16 < u8, u16 < s16, u16 < u16, u16 < s32, u16 < u32, u16 < s64, u16 < u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s32 < s8, s32 < u8, s32 < s16, s32 < u16, s32 < s32, s32 < u32, s32 < s64, s32 < u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u32 < s8, u32 < u8, u32 < s16, u32 < u16, u32 < s32, u32 < u32, u32 < s64, u32 < u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s64 < s8, s64 < u8, s64 < s16, s64 < u16, s64 < s32, s64 < u32, s64 < s64, s64 < u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u64 < s8, u64 < u8, u64 < s16, u64 < u16, u64 < s32, u64 < u32, u64 < s64, u64 < u64);
}

/* >= between all types: the common type decides. */
BEGIN
{
	printf("%d %d %d %d %d %d %d %d\n",
	    s8 >= s8, s8 >= u8, s8 >= s16, s8 >= u16, s8 >= s32, s8 >= u32, s8 >= s64, s8 >= u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u8 >= s8, u8 >= u8, u8 >= s16, u8 >= u16, u8 >= s32, u8 >= u32, u8 >= s64, u8 >= u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s16 >= s8, s16 >= u8, s16 >= s16, s16 >= u16, s16 >= s32, s16 >= u32, s16 >= s64, s16 >= u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u16 >= s8, u16 >= u8, u16 >= s16, u16 >= u16, u16 >= s32, u16 >= u32, u16 >= s64, u16 >= u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s32 >= s8, s32 >= u8, s32 >= s16, s32 >= u16, s32 >= s32, s32 >= u32, s32 >= s64, s32 >= u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u32 >= s8, u32 >= u8, u32 >= s16, u32 >= u16, u32 >= s32, u32 >= u32, u32 >= s64, u32 >= u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s64 >= s8, s64 >= u8, s64 >= s16, s64 >= u16, s64 >= s32, s64 >= u32, s64 >= s64, s64 >= u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u64 >= s8, u64 >= u8, u64 >= s16, u64 >= u16, u64 >= s32, u64 >= u32, u64 >= s64, u64 >= u64);
}

/* == between all types: the common type decides. */
BEGIN
{
	printf("%d %d %d %d %d %d %d %d\n",
	    s8 == s8, s8 == u8, s8 == s16, s8 == u16, s8 == s32, s8 == u32, s8 == s64, s8 == u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u8 == s8, u8 == u8, u8 == s16, u8 == u16, u8 == s32, u8 == u32, u8 == s64, u8 == u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s16 == s8, s16 == u8, s16 == s16, s16 == u16, s16 == s32, s16 == u32, s16 == s64, s16 == u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u16 == s8, u16 == u8, u16 == s16, u16 == u16, u16 == s32, u16 == u32, u16 == s64, u16 == u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s32 == s8, s32 == u8, s32 == s16, s32 == u16, s32 == s32, s32 == u32, s32 == s64, s32 == u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u32 == s8, u32 == u8, u32 == s16, u32 == u16, u32 == s32, u32 == u32, u32 == s64, u32 == u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    s64 == s8, s64 == u8, s64 == s16, s64 == u16, s64 == s32, s64 == u32, s64 == s64, s64 == u64);
	printf("%d %d %d %d %d %d %d %d\n",
	    u64 == s8, u64 == u8, u64 == s16, u64 == u16, u64 == s32, u64 == u32, u64 == s64, u64 == u64);
}

/* Division and modulo of negative numbers go towards zero. */
BEGIN
{
	printf("%d %d %d %d %d %d\n", s32_lo / 7, s32_lo % 7, s32 / 2, s32 % 2, s64_lo / 10, s64_lo % 10);
	printf("%d %d %d %d %d %d\n",
	    s8_lo / s8, s16_lo / s16, s64_lo / 3, (s64_lo + 1) / s64, s64_hi % s64, s8_lo % s8_hi);
	printf("%d %d %d %d %d %d\n",
	    u32 / s32_lo, u64 / s8, u64 % s64_hi, u8 / s8, u16 % s32_lo, s64_lo / u32);
}

/* Multiplication and addition wrap. */
BEGIN
{
	printf("%d %d %d %d %d %d\n",
	    s8_hi * s8_hi, u16_hi * one, s32_hi * 2u, u32_hi * u32_hi, u64_hi * u64_hi, s64_hi * 1L);
	printf("%d %d %d %d %d %d\n",
	    u32_hi + 1, u64_hi + 1, s8_hi + 1, u8_hi + 1, u16_lo - 1, u32_lo - 1);
}

/* Shifts: the left side decides the type. */
BEGIN
{
	printf("%d %d %d %d %d %d\n", s8 >> 1, u8 >> 1, s32 >> 31, u32 >> 31, s64 >> 63, u64 >> 63);
	printf("%d %d %d %d %d %d\n",
	    one << 30, 1u << 31, one + 0L << 40, u8_hi << 8, s64_lo >> 62, u64_hi << 63);
	printf("%d %d %d %d %d %d\n",
	    s32_lo >> 4, u32 << 4, s16_lo >> 3, u16_hi >> 3, one << zero, s64 << 1);
}

/* Conversions, narrowing and widening. */
BEGIN
{
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)s8, (uint8_t)s8, (int16_t)s8, (uint16_t)s8, (int32_t)s8, (uint32_t)s8, (int64_t)s8, (uint64_t)s8);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)u8_hi, (uint8_t)u8_hi, (int16_t)u8_hi, (uint16_t)u8_hi, (int32_t)u8_hi, (uint32_t)u8_hi, (int64_t)u8_hi, (uint64_t)u8_hi);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)s16_lo, (uint8_t)s16_lo, (int16_t)s16_lo, (uint16_t)s16_lo, (int32_t)s16_lo, (uint32_t)s16_lo, (int64_t)s16_lo, (uint64_t)s16_lo);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)u16_hi, (uint8_t)u16_hi, (int16_t)u16_hi, (uint16_t)u16_hi, (int32_t)u16_hi, (uint32_t)u16_hi, (int64_t)u16_hi, (uint64_t)u16_hi);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)s32_lo, (uint8_t)s32_lo, (int16_t)s32_lo, (uint16_t)s32_lo, (int32_t)s32_lo, (uint32_t)s32_lo, (int64_t)s32_lo, (uint64_t)s32_lo);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)u32_hi, (uint8_t)u32_hi, (int16_t)u32_hi, (uint16_t)u32_hi, (int32_t)u32_hi, (uint32_t)u32_hi, (int64_t)u32_hi, (uint64_t)u32_hi);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)s64_lo, (uint8_t)s64_lo, (int16_t)s64_lo, (uint16_t)s64_lo, (int32_t)s64_lo, (uint32_t)s64_lo, (int64_t)s64_lo, (uint64_t)s64_lo);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)u64_hi, (uint8_t)u64_hi, (int16_t)u64_hi, (uint16_t)u64_hi, (int32_t)u64_hi, (uint32_t)u64_hi, (int64_t)u64_hi, (uint64_t)u64_hi);
	printf("%d %d %d %d %d %d %d %d\n",
	    (int8_t)s64_hi, (uint8_t)s64_hi, (int16_t)s64_hi, (uint16_t)s64_hi, (int32_t)s64_hi, (uint32_t)s64_hi, (int64_t)s64_hi, (uint64_t)s64_hi);
}

/* Bits. */
BEGIN
{
	printf("%d %d %d %d %d %d\n", s8 & 0xf0, u8 ^ s8, s16_lo | 1, ~u32, ~u64 | 5, s64 ^ s64_hi);
	printf("%d %d %d %d %d %d\n", s8 & u32, s8 & u64, u8 | s64_lo, -u32_hi, -u64_hi, ~s8_lo);
}

/* Logic gives int. */
BEGIN
{
	printf("%d %d %d %d %d %d\n", s64_lo && 1, u64_hi || 0, !u64_hi, !zero, !!s64_lo, -(s8 < u8));
	printf("%d %d %d %d %d %d\n",
	    zero && one, zero || one, one ? s8 : u32, one ? s8 : u8, zero ? s64 : u64, one ? s32 : u64);
}

/* Precedence. */
BEGIN
{
	printf("%d %d %d %d %d %d\n",
	    one + 2 * 3 - 4 / 2, one << 2 + 1, one | 2 ^ 3 & 6, one == 1 & 3, 10 - one - 3, 100 / 10 / (one + 1));
	printf("%d %d %d %d %d %d\n",
	    -one - -one, !one + 1, ~one & 7, one < 2 == 1, one ? 2 : zero ? 3 : 4, (zero ? 1 : one ? 5 : 6));
	printf("%d %d %d %d %d %d\n",
	    2 + one << 1, 7 & 3 == 3, one || zero && zero, 1 - one ? 2 : 3, -one % 3, 2 * -one);
	exit(0);
}
