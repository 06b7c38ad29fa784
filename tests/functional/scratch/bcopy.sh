# SPDX-License-Identifier: BSD-2-Clause
#
# Copies to scratch memory, and the faults of forbidden copies.
"$DTRACE" -q -s _bcopy.d 2> /dev/null
# output:
# 3 4
# 3 9
# s
# literal BEGIN Babcd
# fault 1 at 8
# fault 1 at 8
#
