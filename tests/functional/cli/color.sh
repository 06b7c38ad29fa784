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
