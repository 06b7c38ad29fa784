# SPDX-License-Identifier: BSD-2-Clause
#
# A speculation whose commit found no room in the ring is free again only after a while.
"$DTRACE" -s _busy.d 2>&1 | sed 's/CPU [0-9]*/CPU N/'
# output:
# full
# 0
#
# dtrace: 2 drops on CPU N: -b 16m enlarges the buffer, -x switchrate=10ms empties it more often, an aggregation needs none
# dtrace: 2 failed speculations (available buffers still busy): -x nspec makes more
