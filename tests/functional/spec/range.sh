# SPDX-License-Identifier: BSD-2-Clause
#
# Ids that there cannot be fault.
"$DTRACE" -s _range.d 2>&1 | sed 's/probe ID [0-9]*/probe ID N/; s/offset [0-9]*/offset N/' | sort | uniq -c | sed 's/^ *//'
# output:
# 1 
# 1 4 faults of kind 3, 0 1
# 4 dtrace: error on enabled probe ID N (ID 1: dtrace:::BEGIN): illegal operation in action #1 at DIF offset N
