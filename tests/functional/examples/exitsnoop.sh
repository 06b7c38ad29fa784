# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/exitsnoop.d -c "act as:parent fork fork:3 die:9 die:15" | rows parent | mask 1 5
# output:
# - parent 0 0 -
# - parent 3 0 -
# - parent 0 9 -
# - parent 0 15 -
# - parent 0 0 -
