# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/syscallbyproc.d -c "act as:caller ppid*500" 2> /dev/null | rows caller
