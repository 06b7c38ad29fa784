# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/calltime.d '[oim][uni][tnd]*' -c "act call:5*10" | squeeze | awk 'NR > 1 { print $1, $2, ($1 == "inner" ? $3 == $4 : $4 < $3) ? "sound" : "unsound" }' | sort
# output:
# inner 20 sound
# middle 10 sound
# outer 10 sound
