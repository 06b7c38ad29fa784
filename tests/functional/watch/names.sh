# SPDX-License-Identifier: BSD-2-Clause
# Valid names of probes, and the messages for invalid ones. A probe is created when a program names
# it.
list() {
	"$DTRACE" -ln "$1" -c "$WORKLOAD" 2>&1 | awk '$1 ~ /^[0-9]+$/ { $2 = substr($2, 1, 5); print $2, $3, $4, $5 }'
}
said() {
	"$DTRACE" -en "$1" "${@:2}" 2>&1 | sed -n 's/^<program>.*error: //p' | sed 's/watch[0-9][0-9]*/watchN/g'
}
list 'watch$target::counter:'
list 'watch$target:a.out:counter:rw4, watch$target:names:add:x, watch$target:lib*::w' # nothing brings the last to life
list 'watch$target::counter:, watch$target:a.out:counter:w, watch$target:names:counter:w' # one place, one probe
said 'watch:::w'
said 'watch::0x1000:w'
said 'watch::0xfffq:w'
said 'watch::no_such_symbol_here:w'
said 'watch$target::counter:w'
for probe in :nosuch:w :counter:z :counter:w3 :counter:x4 nosuch:counter:w :0x1001:w4 :0xffffffff81000000:w; do
	said "watch\$target:$probe" -c "$WORKLOAD"
done
"$DTRACE" -lvvn 'watch$target::counter:w1' -c "$WORKLOAD" | grep -E 'mechanism|args'
# output:
# watch names counter w
# watch names counter rw4
# watch names add x
# watch names counter w
# watch needs a variable, a function or an address, as in watch::counter:w
# 0x1000 is not an address of the kernel: for a process, the provider is watch with the process id, as in watch$target
# 0xfffq is not an address
# the kernel shows no address of no_such_symbol_here (/proc/kallsyms: many kernels list functions only, and kernel.kptr_restrict may hide all)
# $target is 0 without -c or -p: watchN names no process
# watchN: no symbol nosuch in any module
# z is not a watch probe: the name is w, rw or x; w and rw may end in a number of bytes: 1, 2, 4 or 8
# w3 is not a watch probe: the name is w, rw or x; w and rw may end in a number of bytes: 1, 2, 4 or 8
# x4 is not a watch probe: the name is w, rw or x; w and rw may end in a number of bytes: 1, 2, 4 or 8
# watchN has no module nosuch
# 0x1001 lies at 0x1001: 4 bytes can be watched at multiples of 4 only
# 0xffffffff81000000 is an address of the kernel: the provider is watch, without a process id
# 	args[0]: unsigned long kernel_pc
# 	args[1]: unsigned long user_pc
# 	args[2]: unsigned char value
# 	args[3]: unsigned long address
# 	mechanism: perf breakpoints: the CPU's debug registers
