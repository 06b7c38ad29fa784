# SPDX-License-Identifier: BSD-2-Clause
# Strings of exactly as many characters as strsize says, dumps of strings, and a path that cannot be read.
say() {
	echo "== $*"
	"$DTRACE" -q "$@" 2>/dev/null
}
for size in 1 4 5 8; do
	say -x strsize=$size -x nowarn -n 'BEGIN { s = "hello"; printf("%s %d %s", s, strlen(s), strjoin("ab", "cdefg")); exit(0); }'
done
say -x rawbytes -x strsize=16 -n 'BEGIN { trace("text"); exit(0); }'
say -n 'BEGIN { a = alloca(20); bcopy("twenty characters...", a, 20); tracemem(a, 20); exit(0); }'
say -n 'BEGIN { trace(d_path((struct path *)1)); exit(0); } ERROR { printf("fault\n"); exit(0); }'
# output:
# == -x strsize=1 -x nowarn -n BEGIN { s = "hello"; printf("%s %d %s", s, strlen(s), strjoin("ab", "cdefg")); exit(0); }
# h 1 a
# == -x strsize=4 -x nowarn -n BEGIN { s = "hello"; printf("%s %d %s", s, strlen(s), strjoin("ab", "cdefg")); exit(0); }
# hell 4 abcd
# == -x strsize=5 -x nowarn -n BEGIN { s = "hello"; printf("%s %d %s", s, strlen(s), strjoin("ab", "cdefg")); exit(0); }
# hello 5 abcde
# == -x strsize=8 -x nowarn -n BEGIN { s = "hello"; printf("%s %d %s", s, strlen(s), strjoin("ab", "cdefg")); exit(0); }
# hello 5 abcdefg
# == -x rawbytes -x strsize=16 -n BEGIN { trace("text"); exit(0); }
#
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
#          0: 74 65 78 74 00                                   text.
#
# == -n BEGIN { a = alloca(20); bcopy("twenty characters...", a, 20); tracemem(a, 20); exit(0); }
#
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
#          0: 74 77 65 6e 74 79 20 63 68 61 72 61 63 74 65 72  twenty character
#         10: 73 2e 2e 2e                                      s...
#
# == -n BEGIN { trace(d_path((struct path *)1)); exit(0); } ERROR { printf("fault\n"); exit(0); }
# fault
#
