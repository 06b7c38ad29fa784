# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
. ./_run.sh
run user/calltree.d '[oim][uni][tnd]*' -c "act call:5" 2> /dev/null | grep -E '(->|<-)' | sed -E 's/^ +[0-9]+//; s/ +$//'
# output:
#   -> outer
#     -> middle
#       -> inner
#       <- inner
#     <- middle
#     -> inner
#     <- inner
#   <- outer
