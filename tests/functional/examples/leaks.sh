# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/leaks.d -c "act malloc:555*4 leak:777*3 leak:888" | squeeze | sed -n 's/+0x[0-9a-f]*$//; /BYTES/p; /act`/p'
# output:
# BYTES BLOCKS SIZE CALLER
# 2331 3 777 act`do_leak
# 888 1 888 act`do_leak
# 0 0 555 act`do_malloc
