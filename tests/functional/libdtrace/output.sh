# SPDX-License-Identifier: BSD-2-Clause
# The library writes text to descriptors of the caller.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -I ../../../include -o "$TMPDIR/output" _output.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/output" | tr '\033' E
# -h does not remove a device that it cannot write to.
mknod "$TMPDIR/full" c 1 7 || exit 1
$DTRACE -h -n 'provider mine { probe go(int); };' -o "$TMPDIR/full" 2>&1 | sed "s|$TMPDIR|DIR|"
[ -c "$TMPDIR/full" ] || echo "removed"
# output:
# no descriptor: system, errno 9: failed to write to descriptor -1: Bad file descriptor
# for reading: system, errno 22: failed to write to descriptor 3: Invalid argument
# a file: fine
# a pipe: fine
# check: fine
# go: fine
# too late: usage, errno 0: tracing has begun already
# go_anonymous: usage, errno 0: tracing has begun already
# claim: usage, errno 0: tracing has begun already
# stop: fine
# records: first last
#
# check: fine
# text 4 'BEGIN,END ': 2 probes
# text 1 'dtrace': 3 probes
# a listing: fine
# no listing: fine
# a closed listing: system, errno 9: write the listing: Bad file descriptor
# no providers: usage, errno 0: no provider is declared: -h and -G need "provider name { probe … };"
# check: fine
# a closed header: system, errno 9: write the header: Bad file descriptor
# header: fine
# #define MINE_GO(arg0) \
# a E message
# dtrace: write the header: No space left on device
