# SPDX-License-Identifier: BSD-2-Clause
#
# The columns of a record, and the default width of each kind of value; -q leaves the widths out.
widths='int8_t c; int16_t s; char text[8]; struct pair { int a, b; } pair; BEGIN {
	c = -1; s = -2; text[0] = 65; pair.a = 1; pair.b = 0x4142;
	trace(c); trace((uint8_t)c); trace(s); trace((uint16_t)s); trace(-3); trace(3000000000);
	trace((uint32_t)-1); trace(-4LL); trace((uint64_t)-1); trace("text"); trace(text); trace(probename);
	trace("longer than the thirty-three columns that it has");
	trace(sym(0)); trace(pair); trace(1);
} BEGIN { trace("next"); } BEGIN { } END { exit(0); }'
for quiet in no yes; do
	"$DTRACE" -x quiet=$quiet -c true -n "$widths" 2> /dev/null | sed 's/^ *[0-9]* \( *[12]  *:[A-Z]* \)/CPU \1/; s/$/$/'
done
# output:
# CPU     ID                    FUNCTION:NAME$
# CPU      1                           :BEGIN   -1 255    -2 65534       -3       3000000000       -1               -4               -1  text                               A                                  BEGIN                              longer than the thirty-three columns that it has  0x0                                               $
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef$
#          0: 01 00 00 00 42 41 00 00                          ....BA..$
#         1$
# CPU      1                           :BEGIN   next                             $
# CPU      1                           :BEGIN $
# CPU      2                             :END $
# $
# -1255-265534-33000000000-1-4-1textABEGINlonger than the thirty-three columns that it has  0x0                                               $
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef$
#          0: 01 00 00 00 42 41 00 00                          ....BA..$
# 1next$
