# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# Each call has its time in the histogram of its function.
. ./_run.sh
run user/latency.d '[oim][uni][tnd]*' -c "act call:5*10" | awk 'NF == 1 { name = $1 } /\|/ { n[name] += $NF } END { for (name in n) print name, n[name] }' | sort
# output:
# inner 20
# middle 10
# outer 10
