# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/rwbypid.d -c "act file:/dev/zero write:100*6 write:400" | rows act | grep W | mask 1
