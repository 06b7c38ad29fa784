# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/exectime.d -c "act exec:/bin/true*8" | awk '$1 ~ /^\// && NF == 1 { mine = $1 == "/bin/true" } mine && $NF ~ /^[0-9]+$/ { n += $NF } END { print n }'
