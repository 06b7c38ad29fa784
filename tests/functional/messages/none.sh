# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that have nothing to trace.
"$DTRACE" -x empty -n '#pragma D option quiet' 2>&1; echo $?
"$DTRACE" -n 'nosuch:::x' 2>&1 | head -1
# A colon too few: the provider is open, and the module is none.
for description in syscall:read:entry 'pid*:malloc:entry' vmlinux:read:return; do
	"$DTRACE" -ln "$description" 2>&1 | tail -n +2
done
# output:
# dtrace: no probes matched
# 1
# dtrace: invalid probe specifier nosuch:::x: probe description nosuch:::x does not match any probes
# dtrace: failed to match :syscall:read:entry: No probe matches description (did you mean syscall::read:entry?)
# dtrace: failed to match :pid*:malloc:entry: No probe matches description
# dtrace: failed to match :vmlinux:read:return: No probe matches description
