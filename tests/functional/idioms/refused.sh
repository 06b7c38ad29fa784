# SPDX-License-Identifier: BSD-2-Clause
#
# What the compiler of classic refuses, used or not (libdtrace, dt_parser.c, dt_decl.c, dt_xlator.c): inlines and translators
# that nothing asks for are checked (Dynamic Tracing Guide, chapters 40, "Translators", and 2), and so is the rest below.
check()
{
	echo "$("$DTRACE" -e -x errtags -n "$1" 2>&1 | sed -n 's/.*error: //p' | head -1)"
	"$DTRACE" -e -x errtags -n "$1" 2>&1 | grep -o '\[D_[A-Z_]*\]' | sort -u | tr '\n' ' '
	echo
}
struct='struct t { int a; }; struct f { int b; };'
while read -r program; do
	check "$program"
done << END
inline int wrong = "text" * 2; BEGIN { }
inline int wrong = nobody; BEGIN { }
$struct translator struct t < struct f *F > { a = F->missing; }; BEGIN { }
$struct translator struct t < struct f *F > { a = F->b; } BEGIN { }
int table[4]; BEGIN /table/ { }
enum a { ONE }; enum b { ONE }; BEGIN { }
BEGIN { trace((uintptr_t)xlate<psinfo_t>(curthread)); }
BEGIN { xlate<psinfo_t>(curthread); }
struct none { }; BEGIN { }
struct a\`b { int i; }; BEGIN { }
BEGIN { trace(curthread->comm[16]); }
END
# output:
# operator * requires operands of arithmetic type
# [D_OP_ARITH] 
# failed to resolve nobody: Unknown variable name
# [D_IDENT_UNDEF] 
# missing is not a member of struct f
# [D_TYPE_MEMBER] 
# expected ';' after the translator near "BEGIN"
# [D_SYNTAX] 
# predicate result must be of scalar type, not "int [4]"
# [D_PRED_SCALAR] 
# identifier redeclared: ONE
# [D_DECL_IDRED] 
# invalid cast from "psinfo_t" to "uintptr_t"
# [D_CAST_INVAL] 
# a translation alone has no effect
# [D_CG_DYN] 
# expected a member: a struct may not be empty near "}"
# [D_SYNTAX] 
# D scope operator may not be used in a type's name: a`b
# [D_DECL_SCOPE] 
# index 16 is out of bounds: the array has 16 elements
# [D_ARR_BOUNDS] 
