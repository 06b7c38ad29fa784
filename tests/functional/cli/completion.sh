# SPDX-License-Identifier: BSD-2-Clause
# needs: fish
# traces: nothing
# Completion: --complete lists continuations of descriptions; the shells use it and the tables.
PATH=$(dirname "$DTRACE"):$PATH
built=$(dirname "$DTRACE")/docs

echo "# --complete"
for text in sysc syscall:$CALLS:getpp syscall:$CALLS:read: sdt:sched::sched_wakeup_ nosuch: ip:::; do
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
complete_in_bash 'dtrace -n syscall:'$CALLS':getpp'
complete_in_bash "dtrace -n 'syscall:$CALLS:getpp"
complete_in_bash 'dtrace -qn syscall:'$CALLS':read:ret'
complete_in_bash "dtrace -p $target -n 'pid\$target:libc.so.6:malloc_usable" | sed "s/$target/PID/"
complete_in_bash 'dtrace -P sys'
complete_in_bash 'dtrace -x oform'
complete_in_bash 'dtrace -x oformat=j'
complete_in_bash 'dtrace -O fol'
complete_in_bash 'dtrace --explain ustack'
kill $target

echo "# fish"
export HOME=$TMPDIR XDG_CONFIG_HOME=$TMPDIR XDG_DATA_HOME=$TMPDIR XDG_CACHE_HOME=$TMPDIR
for line in 'dtrace --perm' 'dtrace -n sysc' "dtrace -n 'syscall:$CALLS:getpp" 'dtrace -x oformat=j' 'dtrace -O fol' \
	'dtrace --explain ustackf'; do
	echo "$line -> $(fish -c "source $built/dtrace.fish; complete -C \$argv" "$line" | cut -f1 | tr '\n' ' ')"
done

echo "# zsh"
mkdir "$TMPDIR/functions" && cp "$built/_dtrace" "$TMPDIR/functions"
zsh -f "$SRCDIR/_complete.zsh" "$TMPDIR/functions" 'dtrace --perm' 'dtrace -n sysc' "dtrace -n 'syscall:$CALLS:getpp" \
	'dtrace -x oformat=j' 'dtrace -O fol' 'dtrace --explain ustackf'
# output:
# # --complete
# sysc: syscall: 
# syscall:x64:getpp: syscall:x64:getppid: 
# syscall:x64:read:: syscall:x64:read:entry syscall:x64:read:return 
# sdt:sched::sched_wakeup_: sdt:sched::sched_wakeup_new 
# nosuch:: 
# ip:::: ip:::send ip:::receive 
# pid$target:libc.so.6:malloc_usable_size:
# # bash
# dtrace --perm -> --permit-missing
# dtrace --contai -> --container
# dtrace --user roo -> root
# dtrace --cgroup /sys/kern -> /sys/kernel
# dtrace -n sysc -> syscall:
# dtrace -n syscall:x64:getpp -> getppid:
# dtrace -n 'syscall:x64:getpp -> syscall:x64:getppid:
# dtrace -qn syscall:x64:read:ret -> return
# dtrace -p PID -n 'pid$target:libc.so.6:malloc_usable -> pid$target:libc.so.6:malloc_usable_size:
# dtrace -P sys -> syscall sysinfo
# dtrace -x oform -> oformat=text oformat=json oformat=folded
# dtrace -x oformat=j -> json
# dtrace -O fol -> folded
# dtrace --explain ustack -> ustackdepth ustack ustackframes ustackmode
# # fish
# dtrace --perm -> --permit-missing 
# dtrace -n sysc -> syscall: 
# dtrace -n 'syscall:x64:getpp -> syscall:x64:getppid: 
# dtrace -x oformat=j -> oformat=json 
# dtrace -O fol -> folded 
# dtrace --explain ustackf -> ustackframes 
# # zsh
# dtrace --perm -> dtrace --permit-missing 
# dtrace -n sysc -> dtrace -n syscall:
# dtrace -n 'syscall:x64:getpp -> dtrace -n 'syscall:x64:getppid:
# dtrace -x oformat=j -> dtrace -x oformat=json
# dtrace -O fol -> dtrace -O folded 
# dtrace --explain ustackf -> dtrace --explain ustackframes 
