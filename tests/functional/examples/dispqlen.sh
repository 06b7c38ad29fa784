# SPDX-License-Identifier: BSD-2-Clause
# Four threads want CPU 0: at least three of them wait.
. ./_run.sh
cat > work <<'END'
#!/bin/sh
for i in 1 2 3 4; do act cpu:0 more:400 & done
wait
END
chmod +x work
run cpu/dispqlen.d -c "$TMPDIR/work" |
	awk '/^CPU/ { cpu = $2 } cpu == 0 && $NF ~ /^[0-9]+$/ { v = $1 == ">=" ? $2 : $1; n += $NF; if (v >= 3) three += $NF }
		END { print (three >= 100 ? "three or more wait" : three " of " n) }'
# output:
# three or more wait
