# SPDX-License-Identifier: BSD-2-Clause
#
# Stores to scratch memory, and the faults of forbidden stores.
"$DTRACE" -q -s _alloca.d 2> /dev/null
# output:
# 10 40 z b 0
# 7
# 0 0 0 0
#
#              0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
#          0: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
#         10: 00 00 00 00 00 00 00 00                          ........
# fault 5
# fault 1
#
