# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/libcalls.d -c "act malloc:1*1000" | squeeze | awk '$2 >= 1000 { print $1, "1000" }' | sort
