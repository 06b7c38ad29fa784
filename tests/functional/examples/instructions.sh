# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/instructions.d inner -c "act call:1*3" | squeeze | awk '{ n[$2]++ } END { for (c in n) print (n[c] > 3 ? "several" : n[c]), "instructions", c, "times" }'
