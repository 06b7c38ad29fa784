# SPDX-License-Identifier: BSD-2-Clause
# A warning goes to stderr and changes nothing else; the option nowarn silences all of them. What a right program
# may do is worth one only with -x lint.
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
