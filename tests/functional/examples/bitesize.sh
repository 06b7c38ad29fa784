# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/bitesize.d -c "act file:/dev/zero write:100*3 write:5000 write:0 write:127" | awk '/:$/ { mine = $1 == "act" && $2 == "write:" } mine' | squeeze
