# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/growth.d -c "act touch:1000*2" | squeeze | grep act | sed 's/`[a-z_]*//'
# output:
# act mmap 8192000
