# SPDX-License-Identifier: BSD-2-Clause
#
# Every conversion of printf() that formats.d leaves out: sizes, wide characters, escapes, the width of a
# pointer, dates, ports and hosts that have no name.
TZ=UTC "$DTRACE" -q -s - <<'END'
int8_t c;
uint16_t h;
int wide[3];

BEGIN
{
	c = -1;
	h = 443;
	printf("[%wc][%lc][%c][%5c][%-5c]\n", 0x20ac, 0x41, 'x', 'y', 'z');
	printf("[%C][%C][%C][%C]\n", 10, 'a', 27, 7);
	printf("[%S][%S][%s]\n", "tab\there", "\001q\"", "plain");
	printf("[%hhd][%hhi][%hhx][%hhu]\n", c, c, c, c);
	printf("[%hd][%hi][%hx][%hX][%ho][%hu]\n", h, h, h, h, h, h);
	printf("[%ld][%li][%lx][%lX][%lo][%lu]\n", -6L, -6L, 255L, 255L, 8L, 9L);
	printf("[%lld][%lli][%llx][%llX][%llo][%llu]\n", -7LL, -7LL, 255LL, 255LL, 8LL, 9LL);
	printf("[%?p][%?x][%?d][%?s][%-?d]\n", 0x1234, 0x12, 42, "abc", 5);
	printf("[%p][%p][%#p]\n", 0xffff, (void *)0x10, 0x10);
	printf("[%#o][%#x][%#X][%+d][% d][%05d][%-5d]\n", 8, 255, 255, 5, 5, -42, 42);
	printf("[%*d][%-*d][%.*d][%*.*d]\n", 6, 1, 6, 1, 3, 7, 8, 4, 9);
	printf("[%*s][%.*s][%-*.*s]\n", 5, "ab", 1, "ab", 5, 2, "abcdef");
	printf("[%u][%u][%d][%x]\n", c, -1, 4294967295, (short)-2);
	printf("[%Y][%T]\n", 0, 0);
	printf("[%Y]\n", 1700000000123456789);
	printf("[%.3Y][%.9Y][%.12Y][%.0Y][%32.3Y]\n", 1700000000123456789, 1700000000123456789, 1700000000123456789,
		1700000000123456789, -1);
	printf("[%#Y][%#.6Y][%#T][%#.3T][%.3T]\n", 1700000000123456789, 1700000000123456789, 1700000000123456789,
		1700000000123456789, 1700000000123456789);
	printf("[%P][%I]\n", 49999, "no address");
	wide[0] = 0x20ac;
	wide[1] = 0x41;
	printf("[%ws][%ls][%6ws]\n", wide, wide, wide);
	printf("%%[%%]%s%%\n", "");
	exit(0);
}
END
# output:
# [€][A][x][    y][z    ]
# [\n][a][\033][\a]
# [tab\there][\001q\"][plain]
# [-1][-1][ff][255]
# [443][443][1bb][1BB][673][443]
# [-6][-6][ff][FF][10][9]
# [-7][-7][ff][FF][10][9]
# [            1234][              12][              42][             abc][5               ]
# [ffff][10][0x10]
# [010][0xff][0XFF][+5][ 5][-0042][42   ]
# [     1][1     ][007][    0009]
# [   ab][a][ab   ]
# [255][4294967295][4294967295][fffe]
# [1970 Jan  1 00:00:00][Thu, 01 Jan 1970 00:00:00 UTC]
# [2023 Nov 14 22:13:20]
# [2023 Nov 14 22:13:20.123][2023 Nov 14 22:13:20.123456789][2023 Nov 14 22:13:20.123456789][2023 Nov 14 22:13:20][        1969 Dec 31 23:59:59.999]
# [2023-11-14 22:13:20][2023-11-14 22:13:20.123456][22:13:20][22:13:20.123][Tue, 14 Nov 2023 22:13:20.123 UTC]
# [49999][no address]
# [€A][€A][  €A]
# %[%]%
#
