# SPDX-License-Identifier: BSD-2-Clause
#
# A machine that reports 256 CPUs: the memory is stated, values of all CPUs are added up, and sizes too
# large for that number are lowered or refused. Runs in a mount namespace with its own /sys.
if [ -z "$CPUS_PRIVATE" ]; then
	exec env CPUS_PRIVATE=1 unshare -m bash "$0"
fi
echo 0-255 > "$TMPDIR/cpus"
for what in possible present online; do
	mount --bind "$TMPDIR/cpus" "/sys/devices/system/cpu/$what" || exit 1
done

"$DTRACE" -v -q -b 64k -n 'BEGIN { @["key"] = sum(40); exit(0); }' 2>&1 |
	sed -n 's/^dtrace: \(memory: .* KB for the buffers of [0-9]* CPUs\), [1-9].* KB for state, .*/\1/p'
"$DTRACE" -q -b 64k -n '
	BEGIN { @["key"] = sum(40); @["key"] = sum(2); @one = quantize(5); a[1] = 2; this->s = strjoin("a", "b"); }
	BEGIN { printf("%d %s\n", a[1], this->s); printa("%s %@d\n", @); printa(@one); exit(0); }'
ulimit -v 3000000
for more in auto manual; do
	"$DTRACE" -e -x bufsize=64m -x bufresize=$more -n 'BEGIN { trace(1); }' 2>&1 | sed 's/to [0-9]*[kmg]$/to N/'
done
# output:
# memory: 16384 KB for the buffers of 256 CPUs
# 2 ab
# key 42
#
#
#            value  ------------- Distribution ------------- count    
#                2 |                                         0        
#                4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
#                8 |                                         0        
#
#
# dtrace: buffer size lowered to N
# dtrace: could not enable tracing: Enabling exceeds size of buffer: the buffer size of 64m needs more memory than is available
