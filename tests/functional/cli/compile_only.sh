# SPDX-License-Identifier: BSD-2-Clause
# -e checks everything and enables nothing.
. "$SRCDIR/_common.sh"
show $DTRACE -en 'BEGIN { printf("not printed"); }'
show $DTRACE -en 'nosuch'
show $DTRACE -eZn 'nosuch'
# output:
# $ dtrace -en BEGIN { printf("not printed"); }
# [0]
# $ dtrace -en nosuch
# 2> dtrace: invalid probe specifier nosuch: probe description :::nosuch does not match any probes
# 2> <program>:1:1: error: probe description :::nosuch does not match any probes
# 2>     1 | nosuch
# 2>       | ^~~~~~
# [1]
# $ dtrace -eZn nosuch
# [0]
