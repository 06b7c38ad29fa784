# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/options.d 0 0 -c "act umask:7" | grep -c '^act 7$'
run howto/options.d 1 0 -c "act umask:7" | grep -cE '^[0-9]+ act 7$'
run howto/options.d 0 1 -c "act umask:7" | grep -cE '^[0-9]{4} [A-Z].* act 7$'
run howto/options.d 1 1 -c "act umask:7" | grep -cE '^[0-9]{4} [A-Z].* [0-9]+ act 7$'
# output:
# 1
# 1
# 1
# 1
