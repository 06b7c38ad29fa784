# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/rwtop.d 3 1 -c "act as:glutton file:/dev/zero read:1000000*300 forever" > all
rows glutton < all | grep -c read
grep -cE '^[0-9]{4} [A-Z]' all
# output:
# 1
# 1
