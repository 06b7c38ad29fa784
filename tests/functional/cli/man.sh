# SPDX-License-Identifier: BSD-2-Clause
# needs: mandoc
# traces: nothing
# The manual pages: mandoc finds nothing to complain of, they name all that the tables have, and their
# programs compile.
. "$SRCDIR/_common.sh"
pages=$(dirname "$DTRACE")/docs
for page in "$pages"/*.[1-9] "$SRCDIR"/../../../docs/man/*.[1-9]; do
	mandoc -T lint "$page" && echo "${page##*/}: nothing wrong"
done
names() { # of a kind of topic, as pages write them
	"$DTRACE" --explain "$1" | sed -n 's/^\([^ ][^ ]*\).*/\1/p' | sed 's/-/\\-/g'
}
missing() { # page, kind
	grep -o '\\fB[^ ]*\\fP' "$pages/$1" | sed 's/^\\fB//; s/\\fP$//' | sort -u > there
	names "$2" | sort -u | comm -23 - there | sed "s/^/$1 says nothing of /"
}
missing dtrace-d.7 variables
missing dtrace-d.7 subroutines
missing dtrace-d.7 actions
missing dtrace-d.7 aggregations
missing dtrace-providers.7 providers
# A page of a provider has each of its probes.
sed 's/\\-/-/g; s/\\f.//g' "$pages/dtrace-io.7" > io
"$DTRACE" -lP io | sed -n '2,$s/.* //p' | while read -r probe; do
	grep -qx -e "$probe" io || echo "dtrace-io.7 says nothing of $probe"
done
programs() { # the examples of a page, each a file
	mandoc -T ascii "$1" | col -b | sed -n '/^EXAMPLES/,/^SEE ALSO/p' | sed '1d;$d'
}
programs "$pages/dtrace-d.7" > example.d
"$DTRACE" -es example.d && echo "the example compiles"
mandoc -T ascii "$pages/dtrace-providers.7" | col -b | sed -n '/provider slow {/,/^[[:space:]]*slow:::/p' > slow.d
"$DTRACE" -es slow.d && echo "the provider compiles"
# output:
# dtrace-ata.7: nothing wrong
# dtrace-cpc.7: nothing wrong
# dtrace-d.7: nothing wrong
# dtrace-fbt.7: nothing wrong
# dtrace-fsinfo.7: nothing wrong
# dtrace-icmp.7: nothing wrong
# dtrace-io.7: nothing wrong
# dtrace-ip.7: nothing wrong
# dtrace-iscsi.7: nothing wrong
# dtrace-lockstat.7: nothing wrong
# dtrace-mib.7: nothing wrong
# dtrace-nfsv3.7: nothing wrong
# dtrace-nfsv4.7: nothing wrong
# dtrace-plockstat.7: nothing wrong
# dtrace-proc.7: nothing wrong
# dtrace-providers.7: nothing wrong
# dtrace-sched.7: nothing wrong
# dtrace-scsi.7: nothing wrong
# dtrace-sdt.7: nothing wrong
# dtrace-smbclient.7: nothing wrong
# dtrace-sysinfo.7: nothing wrong
# dtrace-tcp.7: nothing wrong
# dtrace-udp.7: nothing wrong
# dtrace-vminfo.7: nothing wrong
# dtrace-watch.7: nothing wrong
# dtrace.1: nothing wrong
# dtrace-mcp.1: nothing wrong
# lockstat.1: nothing wrong
# plockstat.1: nothing wrong
# the example compiles
# the provider compiles
