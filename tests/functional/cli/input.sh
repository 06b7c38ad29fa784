# SPDX-License-Identifier: BSD-2-Clause
# Bad programs: one classic line, located diagnostics, status 1, no crash.
. "$SRCDIR/_common.sh"
first() { # NAME TEXT-OF-THE-PROGRAM: status and the classic line
	local out
	printf '%s' "$2" >"$1"
	out=$($DTRACE -qs "$1" 2>&1 >/dev/null)
	echo "$1 [$?] $(head -1 <<<"$out" | cut -c1-120)"
}
repeat() { yes -- "$1" | head -n "$2" | tr -d '\n'; }
show $DTRACE -s nosuch.d
show $DTRACE -s .
install -m 000 /dev/null unreadable.d
show unprivileged ./dtrace -s unreadable.d
first empty ''
first blank $' \n/* nothing */\n'
first comment $'BEGIN {\n/* not ended\n'
first string 'BEGIN { trace("not ended); }'
first brace 'BEGIN { '
first unknown_probe 'nosuch:::probe { }'
first types 'BEGIN { x = "s" == 1; }'
first unknown_name 'BEGIN { trace(nosuch); }'
first long_comment "BEGIN { exit(0); /* $(repeat x 1000000) */ }"
first long_string "BEGIN { trace(\"$(repeat x 1000000)\"); exit(0); }"
first long_name "BEGIN { $(repeat x 1000000) = 0; exit($(repeat x 1000000)); }"
first long_sum "BEGIN { x = $(repeat 1+ 500000)1; }"
first parentheses "BEGIN { x = $(repeat '(' 10000)1$(repeat ')' 10000); }"
first signs "BEGIN { x = $(repeat '- ' 10000)1; }"
first ifs "BEGIN { $(repeat 'if (1) {' 10000) $(repeat '}' 10000) }"
first conditionals "BEGIN { x = $(repeat '1 ? ' 10000) 1 $(repeat ': 2' 10000); }"
first structs "$(repeat 'struct {' 10000) int x; $(repeat '} a;' 10000)"
first calls "BEGIN { x = $(repeat 'strlen(' 10000)\"\"$(repeat ')' 10000); }"
first keys "BEGIN { x = $(repeat 'a[' 10000)1$(repeat ']' 10000); }"
first long_clause "BEGIN { $(repeat '@a = count();' 80000) }" | sed -E 's/has [0-9]+/has N/'
cp "$DTRACE" binary
$DTRACE -qs binary >/dev/null 2>err; echo "binary [$?] $(head -1 err)"
for i in 1 2 3 4 5; do head -c 20000 /dev/urandom >random; $DTRACE -es random >/dev/null 2>&1; echo "random [$?]"; done
