# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/dns.d -c "$WORKLOAD" | rows EXEC dns | mask 2 3
# output:
# EXEC - - CODE NAME
# dns - - 0 www.example.org
# dns - - 3 no.such.name
# dns - - 0 local
