# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcptop.d -c "twohosts tcp:4 tcp:6" | rows 790. |
	awk '{ c = $1 " " $2 " " $3 " " $4; sent[c] += $5; received[c] += $6 } END { for (c in sent) print c, sent[c], received[c] }' | sort
# output:
# 10.77.0.1 7901 10.77.0.2 7801 5 3
# 10.77.0.2 7801 10.77.0.1 7901 3 5
# fd77::1 7902 fd77::2 7802 5 3
# fd77::2 7802 fd77::1 7902 3 5
