# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/timers.d -c "act sleep:300*60" | grep -E 'hrtimer .*hrtimer_wakeup' | awk '{ print ($NF >= 6 ? "sleeps" : $0) }'
