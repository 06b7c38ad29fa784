# SPDX-License-Identifier: BSD-2-Clause
# A script from the standard input.
. "$SRCDIR/_common.sh"
echo 'BEGIN { trace($1); exit(0); }' | show $DTRACE -qs - 7
show $DTRACE -qs - <&-
# output:
# $ dtrace -qs - 7
# 7
# [0]
# $ dtrace -qs -
# 2> dtrace: failed to read -: Bad file descriptor
# [1]
