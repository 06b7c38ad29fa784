# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/crashes.d -c "act as:unlucky die:11 die:6" | grep unlucky | sed 's/\[[0-9]*\]//'
# output:
# unlucky dies of signal 11, code 0
# unlucky dies of signal 6, code 0
