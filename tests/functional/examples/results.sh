# SPDX-License-Identifier: BSD-2-Clause
# timeout: 180
# No script counts what the kernel has refused: every call of `vain` that the scripts trace fails.
. ./_run.sh

# refused PATTERN SCRIPT [ARGUMENT]...: prints the number of lines of the report that claim success.
refused() {
	local pattern=$1
	shift
	run "$@" -c "$VAIN" > report 2>&1
	echo "$1: $(grep -cE "$pattern" report)"
}

VAIN=vain
refused 'vain .* 0 .*suffix' files/changes.d
refused 'removes' howto/exits.d
refused 'error|vain' io/shellsnoop.d
refused '[0-9]{10}' memory/growth.d
refused 'vain' network/listeners.d
VAIN="vain again"
refused '\b7799\b' network/retransmits.d
# output:
# files/changes.d: 0
# howto/exits.d: 0
# io/shellsnoop.d: 0
# memory/growth.d: 0
# network/listeners.d: 0
# network/retransmits.d: 0
