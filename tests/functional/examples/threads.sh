# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/threads.d -c "act thread:alpha thread:beta" | squeeze | sed -E 's/^[0-9]+/N/; s/thread [0-9]+/thread/'
# output:
# N us thread is named alpha
# N us thread (alpha) ends
# N us thread is named beta
# N us thread (beta) ends
