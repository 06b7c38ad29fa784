# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# -e checks the program of an ordinary user and enables nothing.
. "$SRCDIR/_common.sh"
show unprivileged ./dtrace -en 'BEGIN { @ = count(); }'
# output:
# $ unprivileged ./dtrace -en BEGIN { @ = count(); }
# [0]
