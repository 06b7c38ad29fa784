# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/sessions.d -c "setsid act as:leader ppid" | grep -E '^(setsid|act|leader)' | sed 's/[0-9][0-9]*/N/g'
