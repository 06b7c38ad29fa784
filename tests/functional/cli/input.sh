# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
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
# output:
# $ dtrace -s nosuch.d
# 2> dtrace: failed to open nosuch.d: No such file or directory
# [1]
# $ dtrace -s .
# 2> dtrace: failed to read .: Is a directory
# [1]
# $ unprivileged ./dtrace -s unreadable.d
# 2> dtrace: failed to open unreadable.d: Permission denied
# [1]
# empty [1] dtrace: failed to compile script empty: line 1: empty D program translation unit
# blank [1] dtrace: failed to compile script blank: line 3: empty D program translation unit
# comment [1] dtrace: failed to compile script comment: line 2: end-of-file encountered before matching */
# string [1] dtrace: failed to compile script string: line 1: end-of-file encountered in string literal
# brace [1] dtrace: failed to compile script brace: line 1: expected '}' near end of file
# unknown_probe [1] dtrace: failed to compile script unknown_probe: line 1: probe description nosuch:::probe does not match any probes
# types [1] dtrace: failed to compile script types: line 1: operands have incompatible types: "string" == "int"
# unknown_name [1] dtrace: failed to compile script unknown_name: line 1: failed to resolve nosuch: Unknown variable name
# long_comment [0] 
# long_string [0] 
# long_name [0] 
# long_sum [1] dtrace: failed to compile script long_sum: line 1: expression nested more than 1000 deep near "+"
# parentheses [1] dtrace: failed to compile script parentheses: line 1: nested more than 1000 deep near "("
# signs [1] dtrace: failed to compile script signs: line 1: nested more than 1000 deep near "-"
# ifs [1] dtrace: failed to compile script ifs: line 1: nested more than 1000 deep near "1"
# conditionals [1] dtrace: failed to compile script conditionals: line 1: nested more than 1000 deep near "1"
# structs [1] dtrace: failed to compile script structs: line 1: nested more than 1000 deep near "struct"
# calls [1] dtrace: failed to compile script calls: line 1: nested more than 1000 deep near "strlen"
# keys [1] dtrace: failed to compile script keys: line 1: nested more than 1000 deep near "a"
# long_clause [1] dtrace: the clauses of one probe are too large: program dt_dtrace has N instructions, the limit is 60000
# binary [1] dtrace: failed to compile script binary: line 1: invalid byte 0x7f in the program text
# random [1]
# random [1]
# random [1]
# random [1]
# random [1]
