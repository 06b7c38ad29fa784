# SPDX-License-Identifier: BSD-2-Clause
#
# Speculations are used again though the consumer reads nothing before the end.
"$DTRACE" -qx bufpolicy=fill -x nspec=1 -x cleanrate=1ms -n '
tick-100ms { spec = speculation(); speculate(spec); n++; printf("%d\n", n); }
tick-100ms /spec/ { commit(spec); }
tick-100ms /n == 3/ { exit(0); }' | grep .
# output:
# 1
# 2
# 3
