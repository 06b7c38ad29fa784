# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/exitsnoop.d -c "act as:parent fork fork:3 outlive:5 die:9 die:15" | rows parent | mask 1 4
# output:
# - parent 0 - -
# - parent 3 - -
# - parent 5 - -
# - parent 0 - SIGKILL
# - parent 0 - SIGTERM
# - parent 0 - -
