# SPDX-License-Identifier: BSD-2-Clause
# A script with a #! line of several flags, started as the kernel does.
read -r _ flags < _script.d
"$DTRACE" $flags _script.d -c "$WORKLOAD" > "$TMPDIR/output" 2> "$TMPDIR/messages"
cat "$TMPDIR"/{messages,output} |
	sed -E 's/^ +[0-9]+ //; s/pid [0-9]+/pid PID/; s/matched [0-9]+/matched N/; s/\+0x[0-9a-f]+//; s/ +/ /g' | grep .
# output:
# dtrace: script '_script.d' matched N probes
# dtrace: pid PID has exited
# CPU FUNCTION 
#  => umask script 
#  <= umask script 
#  => umask script 
#  <= umask script 
#  => getppid 1
#  libc.so.6`getppid
