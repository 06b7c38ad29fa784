# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
. ./_notes.sh
compare "$WORKLOADS/notes.32"
# output:
