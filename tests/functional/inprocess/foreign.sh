# SPDX-License-Identifier: BSD-2-Clause
# A tracer other than dtrace attaches to the entry of a function that dtrace traces inside the process, and detaches, under load: the
# first instruction stays, so both trace it, and the process runs on.
. "$SRCDIR/_inside.sh"
foreign=$WORKLOADS/foreign
address=$(nm "$foreign" | awk '$3 == "step" { print $1 }')
while read -r type from at _ size _; do
	[ "$type" = LOAD ] && [ $((16#$address)) -ge $((at)) ] && [ $((16#$address)) -lt $((at + size)) ] &&
		offset=$(printf %x $((16#$address - at + from)))
done < <(readelf -lW "$foreign")
start_target "$foreign"
start_tracing 'pid$target:a.out:step:entry { @ = count(); } tick-10ms /!begun/ { begun = 1; printf("begun\n"); } END { printa("%@d\n", @); }'
"$foreign" trace "$foreign" "$offset" "$target" 40
kill "$dtrace"
counted=$(cat <&5)
wait "$dtrace"
exec 3>&-
read -r calls <&4
wait "$target"
echo "status $?; counted $((counted > 0 && counted <= calls))"
# output:
# the other tracer's probe fired
# status 0; counted 1
