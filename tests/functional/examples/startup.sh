# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/startup.d -x evaltime=exec -c "act ppid" | squeeze | sed "s/[0-9][0-9]*/N/"
