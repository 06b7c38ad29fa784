# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# -A begins tracing that continues without the command, -a takes it over. Runs in a separate mount
# namespace, away from the state of other dtrace commands.
if [ -z "$ANON_PRIVATE" ]; then
	exec env ANON_PRIVATE=1 unshare -m bash "$0"
fi
. "$SRCDIR/_common.sh"
umount /sys/fs/bpf 2>/dev/null
cp "$WORKLOADS/caller" counted # a name that no other case counts
state=/sys/fs/bpf/dtrace

show "$DTRACE" -a
show "$DTRACE" -A

echo "== counts, records and variables outlive the command"
cat >count.d <<'END'
#pragma D option quiet
BEGIN { start = $pid; printf("begin %s\n", $$1); }
syscall::getppid:entry
/execname == "counted"/
{
	n++;
	@calls[execname] = count();
	@stacks[stack(1)] = count();
	@sizes = quantize(n);
	self->n++;
}
syscall::getppid:return /self->n == 1000/ { printf("the thousandth, %d\n", self->n); }
END { printf("end %d, %d\n", n, start == $pid); printa("%s %@d\n", @calls); exit(4); }
END
show "$DTRACE" -A -s count.d one
ls "$state" | sed 's/-.*//' | sort -u | tr '\n' ' '
echo
show "$DTRACE" -A -n BEGIN
./counted
./counted
rm count.d
show "$DTRACE" -a -n BEGIN
show "$DTRACE" -a -b 1m
"$DTRACE" -ae >claimed
echo "[$?]"
sed 's/`.*/`FRAME/' claimed
ls "$state" 2>&1 | sed 's/.*: //'
show "$DTRACE" -a

echo "== the claimer's options of output; the state goes with it"
"$DTRACE" -A -n 'syscall::getppid:entry /execname == "counted"/ { @[1] = count(); @[2] = count(); }'
./counted
"$DTRACE" -ae -O json -x aggsortrev | sed 's/"time":[0-9]*/"time":0/' >claimed
grep -o '"keys".*' claimed
