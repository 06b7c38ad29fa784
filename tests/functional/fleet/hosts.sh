# SPDX-License-Identifier: BSD-2-Clause
#
# --hosts with agents of this machine: the merged aggregations of every function equal a model over all records, which
# come in the order of time. The remote shell is a script that drops the host.
cat >"$TMPDIR/shell" <<'END'
#!/bin/sh
[ "$1" = -- ] || exit 9
shift 2
exec "$@"
END
chmod +x "$TMPDIR/shell"
hosts=(-x rshell="$TMPDIR/shell" -x ragent="$DTRACE" --hosts a,b,c)
"$DTRACE" -q -O json "${hosts[@]}" -s _every.d >"$TMPDIR/out" || echo "status $?"
python3 _model.py <"$TMPDIR/out"
# The program, its arguments and options reach the agents; a host is the prefix of a line, or the first key.
"$DTRACE" -q "${hosts[@]}" -x byhost -s /dev/stdin 5 'two words' <<'END' | LC_ALL=C sort
BEGIN { printf("%d %s\n", $1, $$2); @n[$$2] = count(); @s["k"] = stddev(4); exit(3); }
END
echo "status ${PIPESTATUS[0]}"
# Messages of agents are named; a program that is wrong is wrong on every host.
"$DTRACE" "${hosts[@]}" -n 'BEGIN { nosuch(); }' 2>&1 | grep -c "^dtrace: [abc]: invalid probe specifier"
# Nothing is left.
if pgrep -f "^$DTRACE --agent"; then
	echo "an agent remains"
fi
# output:
# 3 hosts, 600 records, 11 aggregations, 0 wrong, 0 missing, ordered
#
#   a                              k                                            0
#   a                              two words                                    1
#   b                              k                                            0
#   b                              two words                                    1
#   c                              k                                            0
#   c                              two words                                    1
# a: 5 two words
# b: 5 two words
# c: 5 two words
# status 3
# 3
