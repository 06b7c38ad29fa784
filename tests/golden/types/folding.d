/* Constants are computed in 64 bits, as the program would. */
BEGIN
{
	1 << 40;
	2147483647 + 1;
	3u - 5;
	-1 < 1u;
	-7 / 2;
	-7 % 2;
	(uint8_t)300;
	0 && pid;
	1 ? 2 : nothing();
	'abc';
}
