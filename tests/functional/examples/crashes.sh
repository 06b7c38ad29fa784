# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/crashes.d -c "act as:unlucky die:11 die:6" | grep unlucky | sed 's/\[[0-9]*\]//'
# output:
# unlucky dies of SIGSEGV, code 0
# unlucky dies of SIGABRT, code 0
