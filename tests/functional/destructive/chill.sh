# SPDX-License-Identifier: BSD-2-Clause
#
# It waits that long; too long at once, and too much in a second, are faults.
"$DTRACE" -qw -s _chill.d 2> /dev/null
# output:
# 1
# 1 1
# fault 3
# fault 3
#
