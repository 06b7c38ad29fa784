# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/syscallbysysc.d -c "act setgid:0*123" 2> /dev/null | rows setgid
