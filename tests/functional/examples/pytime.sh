# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
runtime
run runtimes/pytime.d -c ./runtime | squeeze | awk 'NR > 1 { print $1, $2, ($4 <= $3 ? "sound" : $0) }' | sort
# output:
# order 3 sound
# price 6 sound
# report 1 sound
