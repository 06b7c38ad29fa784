# SPDX-License-Identifier: BSD-2-Clause
# The investigation of docs/guide/tutorial.md, step by step.
exec python3 "$SRCDIR/_run.py" tutorial.md "" none
# output:
# tutorial.md: 10 commands
