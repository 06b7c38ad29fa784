# SPDX-License-Identifier: BSD-2-Clause
# timeout: 180
# No script counts as done what the kernel has refused: `vain` succeeds in nothing that they look for.
. ./_run.sh

# refused PATTERN SCRIPT [ARGUMENT]...: how many lines of its report say that something was done.
refused() {
	local pattern=$1
	shift
	run "$@" -c "$VAIN" > report 2>&1
	echo "$1: $(grep -cE "$pattern" report)"
}

VAIN=vain
refused 'vain +/tmp' files/dirs.d
refused 'vain.*suffix' files/suffixes.d
refused 'vain' files/tempfiles.d
refused 'suffix' files/openflags.d
refused 'removes' howto/exits.d
refused 'error|vain' io/shellsnoop.d
refused 'into: [1-9]' io/pipes.d
refused '4096|-5$|4091' io/seeksize.d
refused 'MB' memory/bigmaps.d 1000
refused '[0-9]{10}' memory/growth.d
refused 'vain.*[0-9]{10}' memory/mmapbytes.d
refused '[0-9]{10}' memory/mmaps.d
refused 'vain' network/listeners.d
refused 'vain' network/udpsends.d
refused 'vain' process/limits.d
refused 'vain' process/niceness.d
VAIN="vain again"
refused 'vain, failed' network/connlat.d
refused '\b7799\b' network/retransmits.d
