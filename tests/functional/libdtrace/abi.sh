# SPDX-License-Identifier: BSD-2-Clause
# traces: nothing
# needs: abidw
# tools/check-abi finds changes that break programs, and permits those that do not.
top=$(cd "$SRCDIR/../../.." && pwd)
cd "$TMPDIR" && mkdir -p include/dtrace src tools abi || exit 1
header=include/dtrace/dtrace.h map=src/libdtrace.map
cp "$top/tools/check-abi" tools
restore() { cp "$top"/include/dtrace/*.h include/dtrace; cp "$top/$map" $map; }
restore
tools/check-abi --write
change() { # what, expression of sed, file
	sed -i "$2" "$3"
	cmp -s "$top/$3" "$3" && echo "$1: nothing to change"
	tools/check-abi > out 2>&1 && echo "$1: permitted" || echo "$1: found"
	restore
}
echo "unchanged: $(tools/check-abi && echo permitted)"
change "a function more" 's/^void dtrace_interrupt(.*/&\nvoid dtrace_more(struct dtrace *d, int n);/' $header
change "an enumerator at the end" 's/\bDTRACE_SYMBOL,/& DTRACE_MORE,/' $header
change "a member at the end" 's/size_t mark_length;/& int more;/' $header
change "an enumerator in between" 's/\bDTRACE_STRING,/DTRACE_MORE, &/' $header
change "an enumerator less" 's/\bDTRACE_SYMBOL,//' $header
change "another value" 's/\bDTRACE_STRING,/DTRACE_STRING = 7,/' $header
change "a member in between" 's/size_t mark_length;/int more; &/' $header
change "another type of a member" 's/size_t mark_length;/int mark_length;/' $header
change "a function less" 's/^void dtrace_interrupt(.*//' $header
change "another argument" 's/dtrace_diagnostic(struct dtrace \*d, size_t i,/dtrace_diagnostic(struct dtrace *d, int i,/' $header
change "another result" 's/^int dtrace_exit_status/long dtrace_exit_status/' $header
change "a name that is not exported" 's/\bdtrace_open;//' $map
change "another version" 's/LIBDTRACE_1/LIBDTRACE_2/' $map
change "a stream" 's/^void dtrace_interrupt(.*/&\nvoid dtrace_more(struct dtrace *d, FILE *out);/' $header
change "a struct without a size" 's/^void dtrace_interrupt(.*/&\nstruct dtrace_more { int a; };/' $header
change "a bit-field" 's/size_t mark_length;/& int more : 3;/' $header
# output:
# unchanged: permitted
# a function more: permitted
# an enumerator at the end: permitted
# a member at the end: permitted
# an enumerator in between: found
# an enumerator less: found
# another value: found
# a member in between: found
# another type of a member: found
# a function less: found
# another argument: found
# another result: found
# a name that is not exported: found
# another version: found
# a stream: found
# a struct without a size: found
# a bit-field: found
