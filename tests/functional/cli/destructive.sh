# SPDX-License-Identifier: BSD-2-Clause
# Destructive actions need -w.
. "$SRCDIR/_common.sh"
show $DTRACE -qn 'BEGIN { system("echo run"); exit(0); }'
show $DTRACE -wqn 'BEGIN { system("echo run"); } BEGIN { exit(0); }'
printf '#pragma D option destructive\nBEGIN { system("echo run"); } BEGIN { exit(0); }' >s.d
show $DTRACE -qs s.d
