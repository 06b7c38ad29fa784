# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/smallio.d -c "act file:/dev/null write:1*10 write:16*5 write:17*3" | rows act | grep write
run io/smallio.d 100 -c "act file:/dev/null write:1*10 write:16*5 write:17*3" | rows act | grep write
