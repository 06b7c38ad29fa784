# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# Public functions that examine processes own their queries, so that a session reports processes that do not answer.
top=$SRCDIR/../../..
python3 _owner.py "$top" || exit 1
# The check finds a function that lacks it, a function that need not be exempt, and one that is gone.
mkdir -p "$TMPDIR/include/dtrace" "$TMPDIR/src" && cp -R "$top/src/session" "$TMPDIR/src" || exit 1
cp "$top/include/dtrace/"*.h "$TMPDIR/include/dtrace"
sed 's/dtrace_set_verbose/dtrace_set_more/' "$top/include/dtrace/dtrace.h" > "$TMPDIR/include/dtrace/dtrace.h"
sed -i '/^struct dt_error \*dtrace_go(/,/^}/ { /DT_SESSION_CALL/d }' "$TMPDIR/src/session/trace/trace.c"
sed -i '/^struct dt_error \*dtrace_grab(/,/^}/ s/int fd;/DT_SESSION_CALL(d); &/' "$TMPDIR/src/session/process/target.c"
python3 _owner.py "$TMPDIR"
# output:
# dtrace_set_more: no definition found
# dtrace_grab: has DT_SESSION_CALL() and is exempt
# dtrace_go: no DT_SESSION_CALL()
# dtrace_set_verbose: exempt, but not declared with a session
