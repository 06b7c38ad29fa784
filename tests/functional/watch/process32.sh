# SPDX-License-Identifier: BSD-2-Clause
# needs: breakpoints 32-bit
. ./_process.sh
check "$WORKLOADS/process.32"
