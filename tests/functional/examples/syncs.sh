# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/syncs.d -c "act create:data write:10 sync*3" | rows act | mask 4
