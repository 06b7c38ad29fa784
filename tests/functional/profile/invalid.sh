# SPDX-License-Identifier: BSD-2-Clause
#
# Invalid names of probes match nothing; for a period that is too short, dtrace says so.
for name in tick-0 tick-1parsec profile-x tick-1.5s; do
	"$DTRACE" -n "$name { exit(0); }" 2>/dev/null && { echo "$name: accepted"; exit 1; }
done
"$DTRACE" -n 'tick-100us { exit(0); }' 2>&1 | grep -q 200us || { echo "no clear error"; exit 1; }
# output:
