# SPDX-License-Identifier: BSD-2-Clause
# The offsets in what stderr says are the compiler's business.
"$DTRACE" -q -s _faults.d 2>"$TMPDIR/err"
echo "status $?"
sed 's/ at DIF offset.*//' "$TMPDIR/err"
