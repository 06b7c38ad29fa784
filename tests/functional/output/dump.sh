# SPDX-License-Identifier: BSD-2-Clause
# The layout of a dump: five leading blanks, which scripts that cut columns expect. -x rawbytes dumps strings as well,
# with the NUL, as values and as keys; printf() and print() are unchanged.
show()
{
	"$DTRACE" "$@" | cat -A
}

show -qn 'BEGIN { p = (char *)alloca(20); p[0] = 1; p[1] = (char)255; p[19] = 65; tracemem(p, 20); exit(0); }'
show -qn 'struct { char a[3]; } s; BEGIN { s.a[1] = 1; trace(s); exit(0); }'
show -qx rawbytes -n 'BEGIN { x = "a string of more than sixteen"; trace(x); trace(probename); exit(0); }'
show -qx rawbytes -n 'BEGIN { x = "text"; printf("%s\n", x); print(x); @[x] = count(); exit(0); }'
# output:
# $
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef$
#          0: 01 ff 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................$
#         10: 00 00 00 41                                      ...A$
# $
# $
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef$
#          0: 00 01 00                                         ...$
# $
# $
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef$
#          0: 61 20 73 74 72 69 6e 67 20 6f 66 20 6d 6f 72 65  a string of more$
#         10: 20 74 68 61 6e 20 73 69 78 74 65 65 6e 00         than sixteen.$
# $
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef$
#          0: 42 45 47 49 4e 00                                BEGIN.$
# $
# text$
# string "text"$
# $
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef$
#          0: 74 65 78 74 00                                   text.$
#                 1$
