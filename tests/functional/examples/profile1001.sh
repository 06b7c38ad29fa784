# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/profile1001.d 10 "act forever" | squeeze | awk '$1 == "user" { print $1, ($2 > 0 && $3 > 1 ? "sampled" : $0) }'
