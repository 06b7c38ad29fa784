# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/runocc.d 10 "act cpu:0 forever" | squeeze | awk '$1 == "0" { print ($3 > 0 && $2 <= 100 ? "seen" : $0) }'
