# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/concurrency.d -c "act ppid*100" | awk '$1 == "1" && $NF >= 100 { print "one at a time" }'
