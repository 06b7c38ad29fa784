# SPDX-License-Identifier: BSD-2-Clause
#
# Control characters of data are shown on terminals; files and pipes get the bytes; folded stacks never have any.
echo "a terminal"
script -qec "$DTRACE -s _terminal.d" /dev/null < /dev/null | tr -d '\r' | grep -v '^ *[^ ]*`' | cat -v | sed 's/ *$//'
echo "a pipe"
"$DTRACE" -s _terminal.d | grep -v '^ *[^ ]*`' | cat -v | sed 's/ *$//'
echo "folded"
"$DTRACE" -O folded -s _terminal.d | grep '^named' | sed 's/;[^ ]*//' | cat -v
