# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/migrations.d -c "act as:nomad cpu:0 cpu:1 cpu:0 cpu:1" | rows nomad | awk '{ n += $3 } END { print (n >= 3 ? "moved" : n) }'
