# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/iotime.d -c "act file:/dev/null write:10*12" | rows act | grep write | mask 4
