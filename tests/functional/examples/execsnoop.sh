# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/execsnoop.d -c "act exec:/bin/echo exec:/bin/true" | grep 'one two$' | grep / | mask 2 3
echo "exec /bin/true $(printf '%0999d' 7)" > long
run process/execsnoop.d -c "sh ./long" | grep -cE '/bin/true 0{998}7$'
# output:
# 0 - - /bin/echo one two
# 0 - - /bin/true one two
# 1
