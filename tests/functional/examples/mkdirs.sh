# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/mkdirs.d -c "act mkdir:new mkdir:new mkdir:no/where" | rows act
