# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/cswstat.d -c "act cpu:0 pingpong:200" | squeeze | awk '$1 == "0" { print ($2 >= 200 ? "many turns" : "few: " $2) }'
