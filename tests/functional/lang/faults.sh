# SPDX-License-Identifier: BSD-2-Clause
# The offsets in what stderr says are the compiler's business.
"$DTRACE" -q -s _faults.d 2>"$TMPDIR/err"
echo "status $?"
sed 's/ at DIF offset.*//' "$TMPDIR/err"
# output:
# first
# fault: action, clause 2, code 4, address 0
# ERROR of dtrace
# fault: predicate, clause 3, code 4, address 0
# ERROR of dtrace
# n is 1
# fault: action, clause 5, code 4, address 0
# ERROR of dtrace
# fault: action, clause 6, code 4, address 0
# ERROR of dtrace
# n is 3
# fault: action, clause 8, code 1, address 8
# ERROR of dtrace
# fault: action, clause 9, code 1, address 16
# ERROR of dtrace
# 0 1
# 2
# fault: action, clause 11, code 4, address 0
# ERROR of dtrace
# fault: action, clause 12, code 4, address 0
# ERROR of dtrace
# fault: action, clause 13, code 4, address 0
# ERROR of dtrace
# n is 6
# end 6
# end again
#
#                 1
# status 3
# dtrace: error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): divide-by-zero in action #3
# dtrace: error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): divide-by-zero in predicate
# dtrace: error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): divide-by-zero in action #2
# dtrace: error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): divide-by-zero in action #4
# dtrace: error on enabled probe ID 8 (ID 1: dtrace:::BEGIN): invalid address (0x8) in action #1
# dtrace: error on enabled probe ID 9 (ID 1: dtrace:::BEGIN): invalid address (0x10) in action #1
# dtrace: error on enabled probe ID 11 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
# dtrace: error on enabled probe ID 12 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
# dtrace: error on enabled probe ID 13 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
# dtrace: 9 errors in ERROR probe enabling
