# SPDX-License-Identifier: BSD-2-Clause
# status: 3
# Where in its program a clause faults is a matter of the code before it.
"$DTRACE" -qs _exit_error.d 2> "$TMPDIR/errors"
status=$?
sed 's/offset [0-9]*$/offset N/' "$TMPDIR/errors"
exit $status
