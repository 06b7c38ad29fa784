# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 3600
# Eight threads make a million calls each, at one place and at eight; entry, return and first
# instruction are counted exactly.
begin=$SECONDS
HAMMER_CALLS=${HAMMER_CALLS:-1000000} bash ../../functional/pid/hammer.sh || exit 1
echo "2 times 8 threads with ${HAMMER_CALLS:-1000000} calls each: exact, in $((SECONDS - begin)) s"
