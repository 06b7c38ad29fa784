# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/faultaddr.d -c "act touch:3000" | grep -E '^ *act|write, absent' | squeeze | awk '{ print $1, ($NF >= 3000 ? "3000 or more" : $NF) }'
