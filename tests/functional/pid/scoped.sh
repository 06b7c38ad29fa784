# SPDX-License-Identifier: BSD-2-Clause
#
# C++ functions are described, and shown, as in the source; the linker's name works if requested.
for function in 'shop::Cart::add' 'shop::*' '*Cart*' 'shop::Cart::~Cart' 'shop::Cart::operator??' '*::price' 'shop??Cart??sum*' \
	_ZN4shop4Cart3addEi '_ZN4shop4Cart3*'; do
	echo "$function"
	"$DTRACE" -qn "pid\$target:a.out:$function:entry { @[probefunc] = count(); }" -c "$WORKLOAD" | grep . | sort
done
"$DTRACE" -qn 'pid$target::shop::Cart::add:entry { @ = count(); } pid$target:scoped:shop::detail::price:return { printf("%d\n", arg1); }' -c "$WORKLOAD"
"$DTRACE" -qf 'pid$target:a.out:shop::detail::price' -l -c "$WORKLOAD" | awk '/ entry$/ { print $4, $5 }'
"$DTRACE" -qn 'pid$target:a.out:shop::Cart::add:entry { @[ustack(1)] = count(); }' -c "$WORKLOAD" | grep .

hint() { # description
	"$DTRACE" -qn "$1" -c "$WORKLOAD" 2>&1 | grep -E 'hint:|error: pid' | sed 's/pid[0-9]\+/pid$target/'
}
hint 'shop::Cart::add:entry'
hint 'shop::Cart::add'
hint 'pid$target:a.out:shop::Cart::add'
hint 'pid$target:a.out:shop::Cart::nosuch:entry'
exit 0
