# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/latest.d -o report 2 -c "act forever"
grep second report
# output:
# second 2
