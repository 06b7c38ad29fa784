# SPDX-License-Identifier: BSD-2-Clause
# Every construct that scripts in circulation use is in one of ours, which has a test.
"$SRCDIR"/../../coverage/check-constructs
