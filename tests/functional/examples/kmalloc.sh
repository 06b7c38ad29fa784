# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/kmalloc.d -c "act pipe*100 unix:/nowhere*100" | grep -cE '^[a-z_0-9]+`' | sed 's/^[1-9][0-9]*$/callers/'
# output:
# callers
