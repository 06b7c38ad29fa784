# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/totalvm.d -c "act touch:9000 touch:20000*3" | squeeze | tail -2
