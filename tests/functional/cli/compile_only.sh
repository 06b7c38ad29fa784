# SPDX-License-Identifier: BSD-2-Clause
# -e checks everything and enables nothing.
. "$SRCDIR/_common.sh"
show $DTRACE -en 'BEGIN { printf("not printed"); }'
show $DTRACE -en 'nosuch'
show $DTRACE -eZn 'nosuch'
show unprivileged ./dtrace -en 'BEGIN { @ = count(); }'
