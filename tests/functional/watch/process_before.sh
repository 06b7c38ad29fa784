# SPDX-License-Identifier: BSD-2-Clause
# needs: breakpoints aarch64
# On 64-bit Arm the values are those before the writes, and writes of the kernel are not seen.
. ./_process.sh
check "$WORKLOADS/process" | tr '\0' 0
# output:
#              3000
#              2000
# w -1  process`main                                      
# 0 1
# half 0
# both 0
# both 5
# add 40 2
# 0 0 0
#                 1
