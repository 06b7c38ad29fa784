# SPDX-License-Identifier: BSD-2-Clause
# A width or precision that is a datum is bounded: 1,048,576 columns, to the left or the right.
for text in '"%*d", 1700000000, 1' '"%*d", -1700000000, 1' '"%.*d", 1700000000, 1' '"%*s", 1LL << 62, "x"'; do
	"$DTRACE" -qn "BEGIN { printf($text); exit(0); }" | tr -d '\n' | wc -c
done
# output:
# 1048576
# 1048576
# 1048576
# 1048576
