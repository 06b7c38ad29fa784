# SPDX-License-Identifier: BSD-2-Clause
# Colours: on request, on a terminal, not with NO_COLOR or a dumb one, not in files. ESC is shown as ^[.
. "$SRCDIR/_common.sh"
program='BEGIN { @ = quantize(4); trace(1); exit(0); }'
paints() { grep -c $'\e'; }
$DTRACE -x color=always -n "$program" 2>/dev/null | sed 's/^ *[0-9]*  /CPU  /' | cat -v
$DTRACE -x color=always -x encoding=utf8 -qn 'BEGIN { @ = lquantize(4, 0, 5, 1); exit(0); }' | grep -c $'\e\[36m█.*\e\[m'
$DTRACE -x color=always -en 'BEGIN { trace(execnam); }' 2>&1 | cat -v
$DTRACE -x color=always -Fn 'BEGIN { exit(0); }' 2>/dev/null | cat -v | head -1
on_terminal() { env TERM=xterm script -qec "$*" /dev/null < /dev/null; }
echo "a terminal: $(on_terminal "$DTRACE -qn '$program'" | paints)"
echo "color=never: $(on_terminal "$DTRACE -x color=never -qn '$program'" | paints)"
echo "NO_COLOR: $(NO_COLOR=1 on_terminal "$DTRACE -qn '$program'" | paints)"
echo "NO_COLOR=: $(NO_COLOR= on_terminal "$DTRACE -qn '$program'" | paints)"
echo "dumb: $(on_terminal "TERM=dumb $DTRACE -qn '$program'" | paints)"
echo "a pipe: $($DTRACE -n "$program" 2>&1 | paints)"
echo "a file: $(on_terminal "$DTRACE -qo out -n '$program'" | paints) $(paints < out)"
echo "freopen: $(on_terminal "$DTRACE -qwn 'BEGIN { freopen(\"other\"); } $program'" | paints) $(paints < other)"
# output:
# ^[[1mCPU     ID                    FUNCTION:NAME^[[m
# CPU      1                           :BEGIN         1
#
#
# CPU  value^[[1m  ------------- Distribution ------------- count    ^[[m
# CPU  2 |                                         0        
# CPU  4 |^[[36m@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@^[[m 1        
# CPU  8 |                                         0        
#
# 1
# dtrace: invalid probe specifier BEGIN { trace(execnam); }: in action list: failed to resolve execnam: Unknown variable name
# ^[[1m<program>:1:15:^[[m ^[[1;31merror:^[[m failed to resolve execnam: Unknown variable name
#     1 | BEGIN { trace(execnam); }
#       |               ^[[1;31m^~~~~~~^[[m
# ^[[1;36mhint:^[[m did you mean execname?
# ^[[1mCPU FUNCTION                                 ^[[m
# a terminal: 2
# color=never: 0
# NO_COLOR: 0
# NO_COLOR=: 2
# dumb: 0
# a pipe: 0
# a file: 0 0
# freopen: 0 0
