# SPDX-License-Identifier: BSD-2-Clause
# Variables in registers whose values are 0 or 1, in many clauses and in one: the verifier must not
# follow every combination of them.
{
	echo 'int n, limit;'
	echo 'BEGIN { limit = 50; }'
	for i in $(seq 100); do
		echo "BEGIN { this->v$((i % 16)) = limit > $i; }"
	done
	for i in $(seq 16); do
		echo "BEGIN /this->v$((i % 16))/ { n++; }"
	done
	echo 'BEGIN { printf("%d", this->v0 + this->v7); limit = 200; }'
	for i in $(seq 16); do
		echo "BEGIN { this->v$((i % 16)) = limit > $i ? this->v$((i * 3 % 16)) + 1 : -1; }"
	done
	for i in $(seq 16); do
		echo "BEGIN /this->v$((i % 16)) == 1/ { n++; }"
	done
	echo 'BEGIN { printf(" %d\n", n); exit(0); }'
} >"$TMPDIR/script.d"
"$DTRACE" -q -s "$TMPDIR/script.d" 2>&1

{
	echo 'int n, limit; BEGIN { limit = 50;'
	for i in $(seq 20); do
		echo "this->v$i = limit > $i;"
	done
	for i in $(seq 20); do
		echo "if (this->v$i) n++;"
	done
	echo 'printf("%d\n", n); exit(0); }'
} >"$TMPDIR/one.d"
"$DTRACE" -q -s "$TMPDIR/one.d" 2>&1
# output:
# 0 9
#
# 20
#
