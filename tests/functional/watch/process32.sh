# SPDX-License-Identifier: BSD-2-Clause
# needs: breakpoints 32-bit x86-64
. ./_process.sh
check "$WORKLOADS/process.32"
# output:
#              3000
#              2000
# w -3  process.32`main                                   
# x 1
# half 5
# both 5
# both 60005
# add 40 2
# 43544157 1 0
#                 1
