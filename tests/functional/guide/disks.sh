# SPDX-License-Identifier: BSD-2-Clause
# The lines of this section of docs/guide/one-liners.md run, and print the output below them.
exec python3 "$SRCDIR/_run.py" one-liners.md "Disks" files
# output:
# Disks: 7 commands
