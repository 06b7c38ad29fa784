# SPDX-License-Identifier: BSD-2-Clause
# If every user may pin objects, root claims nothing that an ordinary user has left, and a user with
# the capabilities claims only objects of that user. Tracing begun with -w does nothing destructive
# unless the claimer gives -w as well. Runs in a separate mount namespace, away from the state of
# other dtrace commands.
if [ -z "$ANON_PRIVATE" ]; then
	exec env ANON_PRIVATE=1 unshare -m bash "$0"
fi
. "$SRCDIR/_common.sh"
# Debian's kernels let only root open perf events unless a sysctl permits the capability.
paranoid=/proc/sys/kernel/perf_event_paranoid
if [ "$(cat $paranoid)" -gt 2 ]; then
	trap "echo $(cat $paranoid) >$paranoid" EXIT
	echo 2 >$paranoid
fi
umount /sys/fs/bpf 2>/dev/null
mount -t bpf -o mode=1777 bpf /sys/fs/bpf
state=/sys/fs/bpf/dtrace
mkdir -m 777 open
caught() { [ ! -e open/caught ] || { echo "caught user $(cat open/caught)"; rm -f open/caught; }; }
as_user() {
	unprivileged --inh-caps=+bpf,+perfmon --ambient-caps=+bpf,+perfmon ./dtrace "$@"
}
trap='tick-50ms { system("id -u > '$TMPDIR'/open/caught"); } tick-1s { exit(0); }'

echo "== a trap for root"
as_user -A -q -w -n "$trap" 2>&1
stat -c '%U %a' "$state"
show "$DTRACE" -a
show "$DTRACE" -a -w
show "$DTRACE" -A -n BEGIN
caught
as_user -q -a -w | grep .
caught
ls "$state" 2>/dev/null

echo "== root removes it"
as_user -A -q -w -n "$trap" 2>&1
show "$DTRACE" -A
ls "$state" 2>/dev/null

echo "== a link to what is root's"
mkdir "$state-of-root"
"$DTRACE" -q -A -n 'tick-1s { @ = count(); }' && mv "$state" "$state-of-root/state"
unprivileged ln -s "$state-of-root/state" "$state"
show "$DTRACE" -a
show "$DTRACE" -A 2>&1 | grep -v '^\$'
ls "$state-of-root/state" | head -n 1


echo "== a directory that others may write to"
unprivileged mkdir "$state"
chown 0 "$state" && chmod 777 "$state"
show "$DTRACE" -a
rmdir "$state"
chmod 0777 /sys/fs/bpf
"$DTRACE" -q -A -n 'BEGIN { }'
show "$DTRACE" -a
chmod 1777 /sys/fs/bpf

echo "== destructive actions are the claimer's"
"$DTRACE" -A
"$DTRACE" -A -q -w -n "$trap"
show "$DTRACE" -qa
caught
"$DTRACE" -q -a -w | grep .
caught
"$DTRACE" -A -q -n "#pragma D option destructive
$trap"
show "$DTRACE" -qa
show "$DTRACE" -A
