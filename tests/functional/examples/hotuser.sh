# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/hotuser.d 40 "act forever" | awk '/act`/ { n[$1] += $NF } END { for (f in n) if (n[f] > best) { best = n[f]; name = f } print name }'
