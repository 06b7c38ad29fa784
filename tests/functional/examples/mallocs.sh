# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/mallocs.d -c "act malloc:100*20 malloc:3000*5 malloc:100000" | squeeze | grep -E '^(64|2048|65536) |calls'
