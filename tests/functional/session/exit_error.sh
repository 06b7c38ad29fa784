# SPDX-License-Identifier: BSD-2-Clause
# status: 3
# Where in its program a clause faults is a matter of the code before it.
"$DTRACE" -qs _exit_error.d 2> "$TMPDIR/errors"
status=$?
sed 's/offset [0-9]*$/offset N/' "$TMPDIR/errors"
exit $status
# output:
# first
# first
# later ERROR clause
#
# dtrace: error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1 at DIF offset N
# dtrace: error on enabled probe ID 6 (ID 2: dtrace:::END): invalid address (0x0) in action #2 at DIF offset N
