# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/execsnoop.d -c "act exec:/bin/echo exec:/bin/true" | grep 'one two$' | grep / | mask 2 3
# output:
# 0 - - /bin/echo one two
# 0 - - /bin/true one two
