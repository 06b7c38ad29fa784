# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/clear.d -c "act ppid*3 umask:1*2 umask:0777 ppid*5 umask:0777" | tr ';' '\n' | awk 'NF { n[$1] += $2 } END { for (f in n) print f, n[f] }' | sort
