# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# The stacks of a C++ program: what each function has allocated and freed, and through what.
. ./_run.sh
run memory/heap.d -c "$WORKLOAD" | awk '/^[A-Z]/ { what = $1 } / bytes in / { line = $0 } /operator new/ { line = line " by operator new" }
	/`(fill|drain|clear)/ { sub(/\+.*/, ""); sub(/.*`/, ""); sub(/\(.*/, ""); print what, line, $1 }' | squeeze | sort
# output:
# ALLOCATED 10000 bytes in 10 blocks clear
# ALLOCATED 2400 bytes in 100 blocks by operator new fill
# FREED 960 bytes in 40 blocks drain
