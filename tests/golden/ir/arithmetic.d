/* Widths and signs are explicit; constants are folded; no division by a variable divisor. */
int x;
uint8_t small;
BEGIN
{
	x = x * 8 + 1;
	small = x;
	x = x / 3 + small % 4;
	x = -7 / 2;
}
