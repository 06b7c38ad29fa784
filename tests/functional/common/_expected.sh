# SPDX-License-Identifier: BSD-2-Clause
# expected CASE.d: prints the output that another case holds.
expected()
{
	sed '1,/^\/\* output:$/d; $d' "$1"
}
