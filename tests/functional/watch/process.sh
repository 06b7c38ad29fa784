# SPDX-License-Identifier: BSD-2-Clause
# needs: breakpoints
. ./_process.sh
check "$WORKLOADS/process"
