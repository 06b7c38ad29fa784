# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/latency.d getppid -c "act ppid*64" | awk '/^getppid/ { print } NF == 1 { mine = $1 == "act" } mine && $NF ~ /^[0-9]+$/ { n += $NF } END { print n }'
