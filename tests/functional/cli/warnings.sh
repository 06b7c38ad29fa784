# SPDX-License-Identifier: BSD-2-Clause
# A warning goes to stderr and changes nothing else; the option nowarn silences all of them. Constructs that a
# correct program may contain are reported only with -x lint.
. "$SRCDIR/_common.sh"
program='BEGIN { n = 1; n == 1; exit(3); }'
show $DTRACE -qn "$program"
show $DTRACE -q -x nowarn -n "$program"
printf '#pragma D option nowarn\n#pragma D option quiet\n%s\n' "$program" > script.d
show $DTRACE -s script.d
program='BEGIN { n = 1; exit(3); }'
show $DTRACE -qn "$program"
show $DTRACE -q -x lint -n "$program"
show $DTRACE -q -x lint -x nowarn -n "$program"
# output:
# $ dtrace -qn BEGIN { n = 1; n == 1; exit(3); }
#
# 2> <program>:1:18: warning: the statement has no effect
# 2>     1 | BEGIN { n = 1; n == 1; exit(3); }
# 2>       |                  ^~
# 2> hint: to assign, write =
# [3]
# $ dtrace -q -x nowarn -n BEGIN { n = 1; n == 1; exit(3); }
#
# [3]
# $ dtrace -s script.d
#
# [3]
# $ dtrace -qn BEGIN { n = 1; exit(3); }
#
# [3]
# $ dtrace -q -x lint -n BEGIN { n = 1; exit(3); }
#
# 2> <program>:1:9: warning: n is assigned, but no clause reads it
# 2>     1 | BEGIN { n = 1; exit(3); }
# 2>       |         ^
# [3]
# $ dtrace -q -x lint -x nowarn -n BEGIN { n = 1; exit(3); }
#
# [3]
