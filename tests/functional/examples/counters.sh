# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run howto/counters.d syscall x64 'umas*' entry -c "act umask:1*6" | squeeze | awk '{ print $1, $2, ($3 >= 6 ? "6 and more" : $3) }'
