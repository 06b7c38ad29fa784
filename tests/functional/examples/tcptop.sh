# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcptop.d -c "twohosts tcp:4 tcp:6" | rows 790. |
	awk '{ c = $1 " " $2 " " $3 " " $4; sent[c] += $5; received[c] += $6 } END { for (c in sent) print c, sent[c], received[c] }' | sort
