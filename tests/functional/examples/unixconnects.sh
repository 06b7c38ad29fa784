# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/unixconnects.d -c "act unix:/nowhere/socket*3" | rows act
# output:
# act /nowhere/socket 2 3
