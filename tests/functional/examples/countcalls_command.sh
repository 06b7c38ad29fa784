# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
wrapper countcalls 'inner' -c "act call:1*12" | squeeze
wrapper countcalls '[oim][uni][tnd]*' -c "act call:1*12" | squeeze
wrapper countcalls -m libc 'mal?oc' -c "act malloc:1*1000" | squeeze | awk '{ print $1, ($2 >= 1000 ? "1000 and more" : $2) }'
# Code with several names counts once: strlen is an IFUNC of one of libc's __strlen_*.
wrapper countcalls -m libc '*strlen*' -c "ls /" | grep -c strlen
# output:
# inner 24
# middle 12
# outer 12
# inner 24
# malloc 1000 and more
# 1
