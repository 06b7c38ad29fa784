# SPDX-License-Identifier: BSD-2-Clause
# Lost events and faults reach handlers in every form of results, and each is in the totals once.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -g -I ../../../include -o "$TMPDIR/drops" _drops.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/drops" || echo "status $?"
# output:
# text: PRINCIPAL
# handler: PRINCIPAL
# batches: PRINCIPAL
# text: AGGREGATION
# handler: AGGREGATION
# batches: AGGREGATION
# text: DYNAMIC
# handler: DYNAMIC
# batches: DYNAMIC
# text: SPECUNAVAIL
# handler: SPECUNAVAIL
# batches: SPECUNAVAIL
# text: SPEC
# handler: SPEC
# batches: SPEC
# text: DBLERROR and a fault
# handler: DBLERROR and a fault
# batches: DBLERROR and a fault
# text: and a fault
# handler: and a fault
# batches: and a fault
