# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/dns.d -c "$WORKLOAD" | rows EXEC dns | mask 2 3
