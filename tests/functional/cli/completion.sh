# SPDX-License-Identifier: BSD-2-Clause
# Completion: --complete tells how descriptions go on, and the shells ask it and the tables.
PATH=$(dirname "$DTRACE"):$PATH
built=$(dirname "$DTRACE")/docs

echo "# --complete"
for text in sysc syscall:x64:getpp syscall:x64:read: sdt:sched::sched_wakeup_ nosuch: ip:::; do
	echo "$text: $(dtrace --complete "$text" | tr '\n' ' ')"
done
sleep 1000 &
target=$!
until [ "$(readlink /proc/$target/exe)" != "$(readlink /proc/$$/exe)" ] && grep -q libc.so /proc/$target/maps; do :; done
dtrace -p $target --complete 'pid$target:libc.so.6:malloc_usable'

echo "# bash"
. "$built/dtrace.bash"
complete_in_bash() { # the line; the cursor is at its end
	COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
	_dtrace
	echo "$1 -> ${COMPREPLY[*]}"
}
complete_in_bash 'dtrace --perm'
complete_in_bash 'dtrace --contai'
complete_in_bash 'dtrace --user roo'
complete_in_bash 'dtrace --cgroup /sys/kern'
complete_in_bash 'dtrace -n sysc'
complete_in_bash 'dtrace -n syscall:x64:getpp'
complete_in_bash "dtrace -n 'syscall:x64:getpp"
complete_in_bash 'dtrace -qn syscall:x64:read:ret'
complete_in_bash "dtrace -p $target -n 'pid\$target:libc.so.6:malloc_usable" | sed "s/$target/PID/"
complete_in_bash 'dtrace -P sys'
complete_in_bash 'dtrace -x oform'
complete_in_bash 'dtrace -x oformat=j'
complete_in_bash 'dtrace -O fol'
complete_in_bash 'dtrace --explain ustack'
kill $target

echo "# fish"
export HOME=$TMPDIR XDG_CONFIG_HOME=$TMPDIR XDG_DATA_HOME=$TMPDIR XDG_CACHE_HOME=$TMPDIR
for line in 'dtrace --perm' 'dtrace -n sysc' "dtrace -n 'syscall:x64:getpp" 'dtrace -x oformat=j' 'dtrace -O fol' \
	'dtrace --explain ustackf'; do
	echo "$line -> $(fish -c "source $built/dtrace.fish; complete -C \$argv" "$line" | cut -f1 | tr '\n' ' ')"
done

echo "# zsh"
mkdir "$TMPDIR/functions" && cp "$built/_dtrace" "$TMPDIR/functions"
zsh -f "$SRCDIR/_complete.zsh" "$TMPDIR/functions" 'dtrace --perm' 'dtrace -n sysc' "dtrace -n 'syscall:x64:getpp" \
	'dtrace -x oformat=j' 'dtrace -O fol' 'dtrace --explain ustackf'
