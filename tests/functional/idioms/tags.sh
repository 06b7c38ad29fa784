# SPDX-License-Identifier: BSD-2-Clause
#
# Tags of diagnostics are an interface (Dynamic Tracing Guide, chapter 16, errtags and droptags; libdtrace, dt_errtags.h
# and dt_handle.c): an action or an aggregating function instead of a value gets the tag of its context, and a first
# error causes no further ones.
while read -r program; do
	printf '%s: ' "$program"
	"$DTRACE" -e -x errtags -n "$program" 2>&1 | grep -o 'error: .*\|\[D_[A-Z_]*\]' | grep -o 'D_[A-Z_]*' | sort -u | tr '\n' ' '
	echo
done << 'END'
BEGIN { trace(printf("x")); }
BEGIN { trace(strlen(trace(1))); }
BEGIN { a[exit(0)] = 1; }
BEGIN { printf("%d", exit(0)); }
BEGIN { stringof(exit(0)); }
BEGIN { trace(1 * exit(0)); }
BEGIN { clear(1); }
BEGIN { normalize(1, 2); }
BEGIN { printf(1); }
BEGIN { tracemem(&`nothing, 0, 1, 2); }
BEGIN { tracemem(arg0, -1); }
BEGIN { @a[1] = count(); printa(@a[1]); }
BEGIN { x = strlen(); }
BEGIN { printa(1); }
BEGIN { @ = lquantize(1, 0, 10, 0); }
profile-1ns { }
signed unsigned x; BEGIN { }
short long x; BEGIN { }
inline int x[int] = 1; BEGIN { }
int trace; BEGIN { }
BEGIN { @a["x", nobody] = count(); printa("%s %@d", @a); }
END
"$DTRACE" -q -x droptags -n 'BEGIN { speculation(); speculation(); trace(*(int *)0); } ERROR { trace(*(int *)8); } BEGIN { exit(0); }' 2>&1 > /dev/null |
	grep -o '\[DTRACEDROP_[A-Z]*\]' | sort -u
# A missing probe is reported as missing, even if a clause uses its arguments.
"$DTRACE" -Ze -n 'nothing:::here { trace(args[0]->member); }' 2>&1
# output:
# BEGIN { trace(printf("x")); }: D_TRACE_VOID 
# BEGIN { trace(strlen(trace(1))); }: D_PROTO_ARG 
# BEGIN { a[exit(0)] = 1; }: D_KEY_TYPE 
# BEGIN { printf("%d", exit(0)); }: D_PRINTF_ARG_TYPE 
# BEGIN { stringof(exit(0)); }: D_STRINGOF_TYPE 
# BEGIN { trace(1 * exit(0)); }: D_OP_ARITH 
# BEGIN { clear(1); }: D_CLEAR_AGGARG 
# BEGIN { normalize(1, 2); }: D_NORMALIZE_AGGARG 
# BEGIN { printf(1); }: D_PROTO_ARG 
# BEGIN { tracemem(&`nothing, 0, 1, 2); }: D_TRACEMEM_ARGS 
# BEGIN { tracemem(arg0, -1); }: D_TRACEMEM_SIZE 
# BEGIN { @a[1] = count(); printa(@a[1]); }: D_PRINTA_AGGPROTO 
# BEGIN { x = strlen(); }: D_PROTO_LEN 
# BEGIN { printa(1); }: D_PRINTA_AGGARG 
# BEGIN { @ = lquantize(1, 0, 10, 0); }: D_LQUANT_STEPTYPE 
# profile-1ns { }: D_PDESC_ZERO 
# signed unsigned x; BEGIN { }: D_DECL_SIGNINT 
# short long x; BEGIN { }: D_DECL_LONGINT 
# inline int x[int] = 1; BEGIN { }: D_DECL_PROTO_NAME 
# int trace; BEGIN { }: D_DECL_IDRED 
# BEGIN { @a["x", nobody] = count(); printa("%s %@d", @a); }: D_IDENT_UNDEF 
# [DTRACEDROP_DBLERROR]
# [DTRACEDROP_SPECUNAVAIL]
# <program>:1:1: warning: no probe matches nothing:::here: the clause is left out for it
#     1 | nothing:::here { trace(args[0]->member); }
#       | ^~~~~~~~~~~~~~
