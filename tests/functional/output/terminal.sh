# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, for stack()
#
# Control characters of data are shown on terminals; files and pipes get the bytes; folded stacks never have any.
echo "a terminal"
script -qec "$DTRACE -s _terminal.d" /dev/null < /dev/null | tr -d '\r' | grep -v '^ *[^ ]*`' | cat -v | sed 's/ *$//'
echo "a pipe"
"$DTRACE" -s _terminal.d | grep -v '^ *[^ ]*`' | cat -v | sed 's/ *$//'
echo "folded"
"$DTRACE" -O folded -s _terminal.d | grep '^named' | sed 's/;[^ ]*//' | cat -v
# output:
# a terminal
# ^[[1mformat^[[0m data\033[2J\r\177
# traced\a
#
#   key\033c                                                          1
#   named\033[H
#                 1
# a pipe
# ^[[1mformat^[[0m data^[[2J^M^?
# traced^G
#
#   key^[c                                                             1
#   named^[[H
#                 1
# folded
# named\033[H 1
