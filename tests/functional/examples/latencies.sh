# SPDX-License-Identifier: BSD-2-Clause
# The table has every call of the command.
# engine: the library's, as the script calls no command
. ./_run.sh
/usr/bin/python3 -c "import pandas" 2> /dev/null || { echo "pandas is not installed"; exit 77; }
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1
latencies() {
	/usr/bin/python3 "$EXAMPLES/python/latencies.py" "$@" 2>&1
}
latencies /usr/bin/python3 -c 'import os
for i in range(1000): os.getppid()
for i in range(25): os.getpgid(0)' > out
head -1 out | squeeze
# Name, number, and whether the minimum is at most the median, and so on.
awk '/^getp/ { print $1, $2, $3 <= $5 && $5 <= $7 && $7 <= $9, $4 $6 $8 $10 }' out
latencies /nosuch
latencies
echo "status $?"
# output:
# count min 50% 99% max
# getpgid 25 1 usususus
# getppid 1000 1 usususus
# latencies.py: [Errno 2] failed to execute /nosuch: No such file or directory
# usage: latencies.py COMMAND [ARGUMENT]...
# status 1
