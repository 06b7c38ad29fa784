# SPDX-License-Identifier: BSD-2-Clause
#
# Every feature has a test, and every builtin, option and flag is in the list: tests/coverage/rows.
../../../tools/coverage
