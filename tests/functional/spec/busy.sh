# SPDX-License-Identifier: BSD-2-Clause
#
# A speculation whose commit found no room in the ring is free again only after a while.
"$DTRACE" -s _busy.d 2>&1 | sed 's/CPU [0-9]*/CPU N/'
