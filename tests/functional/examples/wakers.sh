# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/wakers.d -c "act as:pong cpu:0 pingpong:50" | awk '$1 == "pong" && $2 == "pong" { print ($3 >= 50 ? "often" : $3) }'
