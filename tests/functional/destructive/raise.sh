# SPDX-License-Identifier: BSD-2-Clause
#
# The signal arrives before the traced call returns to the program; without -w nothing starts.
"$DTRACE" -qw -c "$WORKLOAD" -s _raise.d | grep .
"$DTRACE" -q -c "$WORKLOAD" -s _raise.d 2>&1 && exit 1
exit 0
# output:
# got SIGUSR1
# dtrace: could not enable tracing: Destructive actions not allowed (use -w to allow them)
