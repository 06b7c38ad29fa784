# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/sampling.d -c "act ppid*4000" | awk 'NF { print ($1 > 700 && $1 < 1300 ? "about 1000" : $1), $2, $3 }'
