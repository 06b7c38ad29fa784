#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# If dtrace runs out of descriptors, the message says so, and how to raise the limit; it blames
# nothing else.
cd "$TMPDIR"
sleep 1000 & target=$!
trap 'kill $target' EXIT
for limit in 5 6 7 8 10 12 14 16; do
	for enabling in 'BEGIN { exit(0); }' 'pid$target:libc.so.6:malloc:entry, BEGIN { exit(0); }'; do
		(ulimit -n $limit && exec "$DTRACE" -q -p $target -n "$enabling" 3>&- 4>&-) 2>err && continue
		grep -q 'Too many open files (the limit is too low: ulimit -n)$' err || { echo "limit $limit:"; cat err; }
		grep -q 'no module\|may help' err && { echo "limit $limit:"; cat err; }
	done
done
"$DTRACE" -q -p $target -n 'pid$target:libc.so.6:malloc:entry, BEGIN { exit(0); }'
# output:
#
#
#
