# SPDX-License-Identifier: BSD-2-Clause
# Destructive actions need -w.
. "$SRCDIR/_common.sh"
show $DTRACE -qn 'BEGIN { system("echo run"); exit(0); }'
show $DTRACE -wqn 'BEGIN { system("echo run"); } BEGIN { exit(0); }'
printf '#pragma D option destructive\nBEGIN { system("echo run"); } BEGIN { exit(0); }' >s.d
show $DTRACE -qs s.d
# output:
# $ dtrace -qn BEGIN { system("echo run"); exit(0); }
# 2> dtrace: could not enable tracing: Destructive actions not allowed (use -w to allow them)
# [1]
# $ dtrace -wqn BEGIN { system("echo run"); } BEGIN { exit(0); }
# run
#
# [0]
# $ dtrace -qs s.d
# run
#
# [0]
