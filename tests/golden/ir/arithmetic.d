/* Widths and signs are explicit; a divisor is checked before the division. */
int x;
uint8_t small;
BEGIN
{
	x = x * 8 + 1;
	small = x;
	x = x / small;
	x = -7 / 2;
}
