# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/filelife.d -c "act create:a create:b open:a*3 close open:gone" | grep -E '^(a|b|gone):'
# output:
# b: microseconds open, 1 times
# a: microseconds open, 4 times
