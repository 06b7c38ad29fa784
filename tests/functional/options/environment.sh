# SPDX-License-Identifier: BSD-2-Clause
#
# Every option can be set in the environment; the command line decides. DTRACE_DEBUG is -x debug.
export DTRACE_OPT_QUIET=on DTRACE_OPT_STRSIZE=16
"$DTRACE" -n 'BEGIN { printf("%s\n", strjoin("more than ", "fifteen characters")); exit(0); }'
"$DTRACE" -x strsize=64 -n 'BEGIN { printf("%s\n", strjoin("more than ", "fifteen characters")); exit(0); }'
DTRACE_OPT_QUIET= "$DTRACE" -n 'BEGIN { exit(0); }' 2>&1 | sed -n '1s/matched.*/matched/p'
DTRACE_OPT_NOSUCH=1 "$DTRACE" -n 'BEGIN { exit(0); }' 2>&1; echo $?
DTRACE_OPT_NSPEC=none "$DTRACE" -n 'BEGIN { exit(0); }' 2>&1; echo $?
DTRACE_DEBUG=1 "$DTRACE" -n 'BEGIN { exit(0); }' 2>&1 | grep -c 'DEBUG [0-9]* us: .* 1 clauses, 0 errors'
# output:
# more than fiftee
#
# more than fifteen characters
#
# dtrace: description 'BEGIN ' matched
# dtrace: failed to set DTRACE_OPT_nosuch from the environment: Invalid option name (-x help lists them)
# 1
# dtrace: failed to set DTRACE_OPT_nspec from the environment: Invalid value for specified option (a size such as 64k)
# 1
# 1
