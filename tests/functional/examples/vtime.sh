# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# What sleeps works less of its time than what spins.
share() { run cpu/vtime.d -c "$1" | awk '/worked/ { print $2 }'; }
[ "$(share "act sleep:100000")" -lt "$(share "act more:100")" ] && echo told apart
