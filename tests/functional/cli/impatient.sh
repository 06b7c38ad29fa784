# SPDX-License-Identifier: BSD-2-Clause
# The second signal ends everything at once, even while END is held up.
. "$SRCDIR/_common.sh"
mkfifo gate
start -wqn 'BEGIN { printf("ready\n"); @ = count(); } END { system("echo held; read x <gate"); printf("not printed\n"); }'
kill -INT "$pid"
read -r line <&"$fd"; read -r line <&"$fd"; echo "$line"
while kill -INT "$pid" 2>/dev/null; do :; done
echo >gate
finish
# output:
# held
# [0]
