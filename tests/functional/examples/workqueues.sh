# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# A worker passes on data written to a terminal.
printf '#!/bin/sh\nscript -qec "echo text" /dev/null < /dev/null\n' > work
chmod +x work
run cpu/workqueues.d -c ./work | grep -cE '`[a-z_0-9.]+ +[0-9]+ +[0-9]+$' | sed 's/^[1-9][0-9]*$/some/'
# output:
# some
