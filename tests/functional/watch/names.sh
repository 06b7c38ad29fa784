# SPDX-License-Identifier: BSD-2-Clause
# What names a probe, and what is said of what does not. A probe comes into being when it is named.
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
