# SPDX-License-Identifier: BSD-2-Clause
# The questions of docs/guide/walk.md: its lines run, and print the output below them.
for part in "Files and time:files" "Processes and signals:processes" "The network:network"; do
	python3 "$SRCDIR/_run.py" walk.md "${part%:*}" "${part#*:}" || exit
done
# output:
# Files and time: 7 commands
# Processes and signals: 4 commands
# The network: 1 commands
