# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/resets.d -c "act port:7753 refused*4" | squeeze | awk '/receive/ { print $1, ($2 >= 4 ? "4 and more" : $2) }'
