# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
. ./_run.sh
run user/leaks.d -c "act malloc:555*4 leak:777*3 leak:888" | squeeze | sed -n 's/+0x[0-9a-f]*$//; /BYTES/p; /act`/p'
run user/leaks.d -c "$WORKLOAD" | squeeze | sed -n 's/+0x[0-9a-f]*$//; /leaks`/p'
# output:
# BYTES BLOCKS SIZE CALLER
# 2331 3 777 act`do_leak
# 888 1 888 act`do_leak
# 0 0 555 act`do_malloc
# 140000 1 140000 leaks`main
# 65000 1 65000 leaks`main
# 1000 1 1000 leaks`main
# 136 1 136 leaks`main
# 73 1 73 leaks`main
# 72 1 72 leaks`main
# 24 1 24 leaks`main
# 0 0 3000 leaks`main
