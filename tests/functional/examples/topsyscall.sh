# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# In one interval at least.
run syscalls/topsyscall.d 2 -c "act setgid:0*100000 sleep:900000*2" | awk '
	/^setgid / { seen = 1 } / [0-9]+$/ { rows++ } /^total/ { rounds++ }
	END { print (seen ? "setgid" : "not setgid"), (rows <= 3 * rounds ? "of two" : rows " rows of " rounds) }'
# output:
# setgid of two
