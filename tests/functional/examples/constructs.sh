# SPDX-License-Identifier: BSD-2-Clause
# Every construct of scripts in circulation is in an example or in a test.
"$SRCDIR"/../../coverage/check-constructs
# output:
