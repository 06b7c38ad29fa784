# SPDX-License-Identifier: BSD-2-Clause
# Several texts in a key share 80 columns, unless one is longer; one alone, and all with compat=classic, have 50 columns.
program='BEGIN
{
	@one["alone"] = count();
	@two["program", "function"] = count();
	@three["a", 7, "b", "c"] = count();
	@long["program", "a text that is longer than its share of the columns"] = count();
	@long["p", "short"] = count();
	@both["x", "y"] = count();
	@sum["x", "y"] = sum(2);
	exit(0);
}
END { printa(@one); printa(@two); printa(@three); printa(@long); printa(@both, @sum); }'
"$DTRACE" -qn "$program" | awk 'NF { print length($0) ":" $0 }'
"$DTRACE" -x compat=classic -qn "$program" | awk 'NF { print length($0) }'
# output:
# 69:  alone                                                             1
# 79:  program                        function                                     1
# 71:  a                    7  b              c                            1
# 100:  p                              short                                                             1
# 101:  program                        a text that is longer than its share of the columns                1
# 80:  x                      y                                    1                2
# 69
# 121
# 182
# 121
# 122
# 138
