# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/lookups.d -c "$WORKLOAD" | rows EXEC lookups | mask 2 3
# output:
# EXEC - - RESULT NAME
# lookups - - 0 127.0.0.1
# lookups - - 0 127.0.0.2
# lookups - - 0 127.0.0.3
# lookups - - 0 127.0.0.4
# lookups - - 0 127.0.0.5
# lookups - - -1 256.1
# lookups - - 0 localhost
# lookups - - -2 not an address
