# SPDX-License-Identifier: BSD-2-Clause
# Wrong use of the library is an error.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -g -I ../../../include -o "$TMPDIR/misuse" _misuse.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/misuse" || echo "status $?"
# output:
# options: 0 0 0 0
# option: 1 0
# complete nowhere: there is no such position
# complete nothing: there is no such position
# complete without a session: there is no such position
# words: 0 0
# diagnostics: 0 0 0 0
# work first: tracing has not begun
# stop first: fine
# no handler: an argument is NULL
# no size: the handler's size is not set
# handler: fine
# batches too: a session has a handler or batches, not both
# add: fine
# complete a second text: the session has a program already
# check: fine
# 3 probes
# check: fine
# 3 probes
# check: fine
# 3 probes
# go: fine
# go again: tracing has begun already
# add later: the program has been checked: no text can be added
# command later: tracing has begun already
# grab later: tracing has begun already
# go in a handler: a handler may only read its session and interrupt it
# work in a handler: a handler may only read its session and interrupt it
# stop in a handler: a handler may only read its session and interrupt it
# message: dtrace_close: a handler may only read its session and interrupt it
# add in a handler: a handler may only read its session and interrupt it
# work: fine
# stop: fine
# stop again: fine
# read: fine
# no key 0 0 0 0
