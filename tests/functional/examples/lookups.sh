# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/lookups.d -c "$WORKLOAD" | rows EXEC lookups | mask 2 3
