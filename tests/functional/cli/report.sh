# SPDX-License-Identifier: BSD-2-Clause
# dtrace -V -v prints what a report of a problem needs: the machine as other commands describe it, then what the kernel offers.
version() { "$DTRACE" -V -v | sed -n "s/^$1: //p"; }
is() { [ "$2" = "$3" ] || echo "$1: $2, not $3"; }
is kernel "$(version kernel)" "$(uname -srm)"
is system "$(version system)" "$(. /etc/os-release; echo "$PRETTY_NAME")"
cpuinfo() { sed -n "/^$1/{s/.*: //p;q}" /proc/cpuinfo; }
model=$(cpuinfo 'model name') # 64-bit Arm has numbers
is cpu "$(version cpu)" "${model:-part $(cpuinfo 'CPU part') of implementer $(cpuinfo 'CPU implementer')}, $(getconf _NPROCESSORS_ONLN) online"
is privileges "$(version privileges)" "user 0, capabilities $(sed -n 's/^CapEff:\t//p' /proc/self/status)"
is "another user" "$(setpriv --reuid 65534 --clear-groups "$DTRACE" -V -v | sed -n 's/^privileges: //p')" \
	"user 65534, capabilities 0000000000000000"
# Lockdown, as kernels with it show it, and where there is none.
lockdown() { # FILE'S TEXT
	unshare -m bash -c 'mount -t tmpfs none /sys/kernel/security && { [ -z "$2" ] || echo "$2" > /sys/kernel/security/lockdown; }
		"$1" -V -v' - "$DTRACE" "$1" | sed -n 's/^lockdown: //p'
}
lockdown 'none [integrity] confidentiality'
lockdown '[none] integrity confidentiality'
lockdown ''
"$DTRACE" -V -v | sed 's/:.*//' | sed -n '1,/^libbpf/p'
# output:
# integrity
# none
# not in this kernel
# dtrace
# kernel
# system
# cpu
# lockdown
# privileges
# language
# libbpf
