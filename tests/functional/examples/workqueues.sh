# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/workqueues.d 1 | grep -cE '`[a-z_0-9.]+ +[0-9]+ +[0-9]+$' | sed 's/^[1-9][0-9]*$/some/'
