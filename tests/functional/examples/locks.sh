# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/locks.d -c "act touch:2000" | squeeze | awk '$1 == "free" { print $1, ($2 >= 2000 ? "2000 and more" : $2) }'
