# SPDX-License-Identifier: BSD-2-Clause
# --top: the terminal is restored whatever ends the display; errors before it.
python3 -B "$SRCDIR/_ends.py"
"$DTRACE" --top -n 'BEGIN { @ = count(); }' 2>&1 | cat
python3 -B - <<'END'
import os, sys
sys.path.insert(0, os.environ["SRCDIR"])
from _terminal import Terminal
t = Terminal([os.environ["DTRACE"], "--top", "-qn", "BEGIN { trace(1); }"])
print(t.state(), t.is_restored(), t.normal)
END
# output:
# q 0 True True True
# ^C 0 True True True
# ^\ -3 True False False
# SIGTERM 0 True True True
# SIGHUP 0 True True True
# SIGSEGV -11 True False False
# SIGABRT -6 True False False
# SIGUSR1 -10 True False False
# exit 7 True True True
# ^Z stopped True
# continued True
# q 0 True True True
# two signals 0 True False False
# True
# dtrace: --top needs a terminal as standard output
# 1 True dtrace: --top shows aggregations, but the program has none
#
