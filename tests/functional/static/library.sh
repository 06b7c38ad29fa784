# SPDX-License-Identifier: BSD-2-Clause
# Providers from -L: files are read if a program names them; names and ids, -l and -lv, probes that this
# kernel lacks and the reasons.
mkdir "$TMPDIR/libs" "$TMPDIR/more"
cat > "$TMPDIR/libs/calls.d" << 'END'
#pragma D attributes Stable/Stable/Common provider calls provider

provider calls {
	probe getppid__made(pid_t who) = syscall::getppid:entry { pid };
	probe lacks__event(int) = sdt:sched::no_such_event { 1 } else syscall::no_such_call:entry { 2 };
	probe lacks__member(struct task_struct *T) : (struct task_struct *T, string name) =
	    syscall::getppid:entry { curthread->no_such_member };
	probe lacks__all() = "nothing on this machine does it";
	probe second__choice(int a, int b) : (int b, int a) =
	    sdt:sched::no_such_event { 1, 2 } else
	    syscall::getppid:entry
	    /pid > 0/ { 3, 4 };
	probe some__call() = syscall::getppid:entry, syscall::call_of_another_processor:entry;
	alias genunix:getppid:getppid-made, genunix::second-choice;
};
END
sed -i 's/, string name//' "$TMPDIR/libs/calls.d"
cat > "$TMPDIR/libs/broken.d" << 'END'
provider broken { probe x(int = syscall::getppid:entry { 1 }; };
END
sed 's/{ pid }/{ 0 }/' "$TMPDIR/libs/calls.d" > "$TMPDIR/more/mine.d"
t() { timeout 60 "$DTRACE" -L "$TMPDIR/libs" "$@" 2>&1 | sed "s|$TMPDIR/||g; s/[ \t]*$//"; }

echo "== -l: only what this kernel serves"
t -l -P calls | sed -E 's/ +/ /g; s/^ [0-9]+/ ID/'
echo "== -lvv"
t -lvv -n calls:::second-choice | sed '1,2d'
echo "== the number of a probe is that of -l"
id=$(t -l -n calls:::second-choice | awk 'END { print $1 }')
t -l -i "$id" | awk 'NR > 1 { print $2, $3, $4 }'
echo "== why not"
t -e -n calls:::lacks-event
t -e -n calls:::lacks-member
t -e -n calls:::lacks-all
t -l -n calls:::lacks-all -n calls:::nothing
t -e -n calls:::second-choise
t -e -Z -n calls:::lacks-all
echo "== a pattern leaves out what is absent"
t -n 'calls:::lacks*, BEGIN { exit(0); }' -Z | grep -v -e CPU -e BEGIN
echo "== modules and functions of other systems"
t -l -n calls:genunix:getppid:getppid-made -n calls:genunix::second-choice -n 'c*:genunix::*ice' | awk 'NR > 1 { print $1 == id, $2, $3, $4 }' id="$id"
t -l -n :genunix::second-choice | tail -1
echo "== without the provider's name"
t -l -n getppid-made | awk 'NR > 1 { print $2, $3, $4 }'
echo "== a file that is wrong hurts who names its provider"
t -e -n broken:::x | head -2
t -e -n calls:::getppid-made
echo "== the first directory wins, then the program"
t -L "$TMPDIR/more" -qn 'calls:::getppid-made { trace(args[0] > 0); exit(0); }' -c "$WORKLOADS/order"; echo
timeout 60 "$DTRACE" -L "$TMPDIR/more" -L "$TMPDIR/libs" -qn 'calls:::getppid-made { trace(args[0]); exit(0); }' -c "$WORKLOADS/order"; echo
t -qn 'provider calls { probe getppid__made(int) = syscall::getppid:entry { 7 }; };
	calls:::getppid-made { trace(args[0]); exit(0); }' -c "$WORKLOADS/order"; echo
echo "== default output, JSON"
t -n 'calls:::getppid-made /pid == $target/ { }' -c "$WORKLOADS/order" | grep -c ":getppid-made"
t -O json -n 'calls:::getppid-made /pid == $target/ { trace(1); }' -c "$WORKLOADS/order" | grep -o '"provider":"[^,]*,"module":"[^,]*,"function":"[^,]*,"name":"[^"]*"'
echo "== -h makes nothing of them"
t -h -o - -s "$TMPDIR/libs/calls.d"
echo "== a program that names no provider of the library reads none of it"
strace -qq -e trace=openat "$DTRACE" -L "$TMPDIR/libs" -qn 'BEGIN { exit(0); }' -n tick-1s 2>&1 | grep '\.d"'
true
