# SPDX-License-Identifier: BSD-2-Clause
# Within handlers, and without a session, every function fails or only reads.
build=${DTRACE%/*} include=../../../include
cc -D_GNU_SOURCE -Wall -g -I $include -o "$TMPDIR/guard" _guard.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/guard" || echo "status $?"
# Each function of the headers that takes a session is among them.
cat $include/dtrace/*.h | tr '\n' ' ' | grep -oE '\bdtrace_[a-z_]+\((const )?struct dtrace \*d\b' | sed 's/dtrace_//; s/(.*//' | sort -u |
	while read -r name; do
		grep -qE "X\($name[,)]" _guard.c || echo "not tried: dtrace_$name"
	done
# output:
# no session: done
# message: done
# message: dtrace_close: a handler may only read its session and interrupt it
# message: dtrace_set_listing: a handler may only read its session and interrupt it
# message: dtrace_set_verbose: a handler may only read its session and interrupt it
# message: dtrace_set_message_handler: a handler may only read its session and interrupt it
# message: dtrace_set_progress_handler: a handler may only read its session and interrupt it
# message: dtrace_set_args: a handler may only read its session and interrupt it
# message: dtrace_read_batch: a handler may only read its session and interrupt it
# record: done
# 2 records, fine
