# SPDX-License-Identifier: BSD-2-Clause
# -l with and without descriptions.
. "$SRCDIR/_common.sh"
show $DTRACE -ln BEGIN
show $DTRACE -lP dtrace -i 1
show $DTRACE -lvn BEGIN
show $DTRACE -ln nosuch -n BEGIN -i 4000000000
show $DTRACE -ln tcp:::conect-request
show $DTRACE -lvvn syscall:$CALLS:read:entry | sed -E 's/^ *[0-9]+ /ID /'
show $DTRACE -lvn syscall:$CALLS:read:entry | sed -E 's/^ *[0-9]+ /ID /'
$DTRACE -l >all; echo "[$?]"
head -4 all
for p in syscall profile; do grep -q " $p " all && echo "$p is listed"; done
[ "$(awk 'NR > 1 && $1 != "-" { print $1 }' all | sort -n | uniq -d | wc -l)" = 0 ] && echo "ids are unique"
$DTRACE -l | head -1; echo "${PIPESTATUS[@]}"
