# SPDX-License-Identifier: BSD-2-Clause
# The map has every call of the command: python3 counts them.
# engine: the library's, as the script calls no command
. ./_run.sh
export PYTHONPATH=${DTRACE%/*}/python PYTHONDONTWRITEBYTECODE=1
map() {
	/usr/bin/python3 "$EXAMPLES/python/heatmap.py" "$@" 2>&1
}
map -c "/usr/bin/python3 -c 'import os; [os.getppid() for i in range(1000)]'" getppid > out
head -1 out
# Levels are powers of two: their sum is between half of the calls and all.
awk '/^[0-9][0-9]:/ { n = split(substr($0, 10), c, ""); for (i = 1; i <= n; i++) if (c[i] != " ") sum += 2 ^ c[i] }
	END { print (sum > 500 && sum <= 1000 ? "levels" : sum) }' out
sed -n 's/^[0-9]* lines, //p' out
map -c true nosuch | cut -d: -f4-
# On a terminal, cells are colours.
script -qec "/usr/bin/python3 $EXAMPLES/python/heatmap.py -c '/usr/bin/python3 -c \"import os; os.getppid()\"' getppid" /dev/null < /dev/null |
	grep -o $'\033\\[48;5;[0-9]*m \033\\[0m' | tr '\033' E
# output:
#           1us      10us     100us    1ms      10ms     100ms    1s
# levels
# 1000 calls
#  error: probe description syscall::nosuch:entry does not match any probes
#  error: probe description syscall::nosuch:return does not match any probes
# E[48;5;17m E[0m
