# SPDX-License-Identifier: BSD-2-Clause
. ./_notes.sh
compare "$WORKLOADS/notes"
# output:
