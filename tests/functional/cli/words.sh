# SPDX-License-Identifier: BSD-2-Clause
# The command of -c as a user of a shell writes it: quotes, and what needs a shell.
. "$SRCDIR/_common.sh"
for command in "printf '[%s] ' 'a  b' c\\ d \"x'y\" '' ';'" "sh -c 'echo one; echo two | cat'" 'echo a | cat' \
	'echo a > file' 'true; echo a' "echo don't" 'echo a|b x?a=1&b=2'; do
	show $DTRACE -qn 'BEGIN { }' -c "$command"
done
[ -e file ] && echo 'there is a file'
# A wrapper is its interpreter; its child processes are followed.
printf '#!/bin/sh\nexec "%s" 3 1\n' "$(command -v getppids)" > wrapper
chmod +x wrapper
$DTRACE -qn 'pid$target:getppids:main:entry { trace(1); }' -c ./wrapper 2>&1 | grep -om 1 'the command is a script[^)]*'
$DTRACE -vn 'pid$target:libc:qsort:entry { trace(1); }' -c ./wrapper 2>&1 |
	grep -o 'the command is a script.*'
$DTRACE -qZx follow -n 'pid$target:getppids:main:entry { trace(probefunc); }' -c ./wrapper 2>&1
# output:
# $ dtrace -qn BEGIN { } -c printf '[%s] ' 'a  b' c\ d "x'y" '' ';'
# [a  b] [c d] [x'y] [] [;] 
# [0]
# $ dtrace -qn BEGIN { } -c sh -c 'echo one; echo two | cat'
# one
# two
#
# [0]
# $ dtrace -qn BEGIN { } -c echo a | cat
# 2> dtrace: | is for a shell, and -c starts none: -c "sh -c '…'", or quote it
# [1]
# $ dtrace -qn BEGIN { } -c echo a > file
# 2> dtrace: > is for a shell, and -c starts none: -c "sh -c '…'", or quote it
# [1]
# $ dtrace -qn BEGIN { } -c true; echo a
# 2> dtrace: true; is for a shell, and -c starts none: -c "sh -c '…'", or quote it
# [1]
# $ dtrace -qn BEGIN { } -c echo don't
# 2> dtrace: no closing ' in the command of -c
# [1]
# $ dtrace -qn BEGIN { } -c echo a|b x?a=1&b=2
# a|b x?a=1&b=2
#
# [0]
# the command is a script: -x follow traces the processes that it starts
# the command is a script: -x follow traces the processes that it starts
# main
