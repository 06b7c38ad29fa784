# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# The program's own frame nearest to the call, and how often.
run user/where.d write -o out -c where > /dev/null
awk '/^ +where`/ && !place { place = $1; sub(/\+.*/, "", place) } NF == 1 && /^ +[0-9]+$/ { print place, $1; place = "" }' out | sort
