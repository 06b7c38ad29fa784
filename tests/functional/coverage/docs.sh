# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# needs: git
# Statements of the documents about the tree are true.
out=$(../../../tools/check-docs) || { echo "$out"; exit 1; }
# output:
