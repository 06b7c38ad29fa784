# SPDX-License-Identifier: BSD-2-Clause
#
# The provider of a process by its pattern, a part that the compiler moved away, the depth of a stack that is printed (Dynamic
# Tracing Guide, chapter 30, "pid Provider"; chapter 10, "ustack"; libdtrace, dt_pid.c).
for provider in 'p*d$target' '*$target'; do
	"$DTRACE" -q -c "$WORKLOADS/aliases" -n "$provider:a.out:work:entry, $provider:a.out:work:0 { @[probename] = count(); }
		END { printa(\"$provider %s %@d\\n\", @); }" 2>&1 | grep .
done
"$DTRACE" -ln 'pid$target:libc::entry' -c true 2>&1 | grep -c '\.cold'
"$DTRACE" -q -c "$WORKLOADS/aliases" -n 'pid$target:a.out:work:entry { printf("depth %d\n", ustackdepth); ustack(); exit(0); }' 2>&1 |
	awk '/depth/ { depth = $2 } /`|0x/ { frames++ } END { print depth == frames ? "as many frames" : depth " " frames }'
# output:
# p*d$target 0 4
# p*d$target entry 4
# *$target 0 4
# *$target entry 4
# 0
# as many frames
