# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/exits.d -c "act create:f ppid"
echo "status $?"
run howto/exits.d -c "act create:f unlink:f"
echo "status $?"
# output:
#
# status 0
# act removes a file
#
# status 3
