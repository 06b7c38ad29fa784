# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/lookups.d -c "getent ahostsv4 127.0.0.1" | rows EXEC getent | mask 2 3
