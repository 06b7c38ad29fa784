# SPDX-License-Identifier: BSD-2-Clause
#
# The ends of what string functions take.
"$DTRACE" -q -s - 2> /dev/null <<'END'
BEGIN
{
	printf("[%s][%s][%s][%s]\n", substr("hello", 5), substr("hello", -10), substr("hello", -10, 4),
	    substr("hello", 1, -10));
	printf("[%s][%s]\n", substr("hello", 2, 0), substr("hello", 2147483647));
	printf("%d %d %d\n", rindex("", "", 0), index("", ""), rindex("hello", "l", 100));
	printf("[%s][%s]\n", strstr("", "") == NULL ? "empty" : "not empty", strrchr("a/b/", '/'));
	printf("%s %s %s\n", lltostr(-5, 16), lltostr(-1, 10), lltostr(0, 16));
	printf("%d %d %d\n", strtoll("-9223372036854775808"), strtoll("0x10"), strtoll("08", 8));
	printf("[%s][%s]\n", basename("//a//"), dirname("a/"));
}

/* Bases and families that there are none of. */
BEGIN { printf("%s\n", lltostr(1, 1)); }
BEGIN { printf("%s\n", lltostr(1, 37)); }
BEGIN { printf("%d\n", strtoll("1", 0)); }
BEGIN { printf("%d\n", strtoll("1", -10)); }
BEGIN { printf("%s\n", inet_ntop(99, alloca(16))); }
ERROR { printf("fault %d\n", arg4); }
BEGIN { exit(0); }
END
# output:
# [][hello][][]
# [][]
# 0 0 3
# [empty][/]
# 0xfffffffffffffffb -1 0x0
# -9223372036854775808 0 0
# [a][.]
# fault 3
# fault 3
# fault 3
# fault 3
# fault 3
#
