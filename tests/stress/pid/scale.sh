# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 900
# Many probes: the entry of each of 100,000 functions in 25 libraries of a process, and
# a million instructions of a program. Prints the time of attaching and detaching, and the memory
# per probe of the tracer and of the kernel. The target works before, during and after tracing.
cd "$TMPDIR" || exit 1
source=$OLDPWD
cc -O1 -fPIC -shared -DFUNCTIONS=4000 -o lib.so "$source/_many.S" || exit 1
cc -O1 -o libraries "$source/_libraries.c" || exit 1
cc -O1 -DFUNCTIONS=100000 -o many "$source/_many.c" "$source/_many.S" || exit 1
for i in {1..25}; do cp lib.so lib$i.so; done

ask() { # LINE: the target's answer
	echo "$1" >&"${target[1]}" && read -r answer <&"${target[0]}"
}
kernel_memory() { awk '/^(Slab|VmallocUsed|PageTables|Percpu):/ { n += $2 } END { print n }' /proc/meminfo; }
milliseconds() { local now=${EPOCHREALTIME/./}; echo $((now / 1000)); }
expect() { # WHEN
	ask call
	[ "$answer" = 100000 ] || { echo "$1 the target said '$answer'"; exit 1; }
}

trace() { # NAME DESCRIPTION MINIMUM
	local begin ready after stopped probes memory kernel
	rm -f out
	mkfifo out
	kernel=$(kernel_memory)
	begin=$(milliseconds)
	"$DTRACE" -q -p "$target_PID" -n "$2 { @ = count(); } BEGIN { printf(\"ready\\n\"); }" > out 2> err &
	tracer=$!
	exec {out}< out
	read -r line <&"$out" || { cat err; exit 1; }
	ready=$(milliseconds)
	kernel=$(($(kernel_memory) - kernel))
	memory=$(awk '/^VmRSS:/ { print $2 }' /proc/$tracer/status)
	[ -n "$4" ] || expect "with $1 probed"
	stopped=$(milliseconds)
	kill -INT $tracer
	wait $tracer || { cat err; exit 1; }
	after=$(milliseconds)
	while read -r line <&"$out"; do [ -n "$line" ] && probes=$line; done
	exec {out}<&-
	expect "after $1"
	echo "$1: $3 probes: start to traced $((ready - begin)) ms, end $((after - stopped)) ms," \
		"$((memory * 1024 / $3)) bytes a probe in the tracer, $((kernel * 1024 / $3)) in the kernel; $probes firings"
	[ -n "$4" ] || [ "$probes" -ge 100000 ] || { echo "$probes firings only"; exit 1; }
}

coproc target { exec ./libraries ./lib{1..25}.so; }
expect "at first"
trace "every entry of 25 libraries" 'pid$target:lib*.so:f*:entry' 100000
kill "$target_PID"; wait "$target_PID" 2> /dev/null
coproc target { exec ./many; }
expect "at first"
trace "every entry of a program" 'pid$target:a.out:f*:entry' 100000
# Not called while every instruction is probed: it would take ten seconds and show nothing new.
trace "a million instructions" 'pid$target:a.out:f*:[0-9a-f]*' 1000000 idle
ask text
[ "$answer" = unchanged ] || { echo "the code is $answer"; exit 1; }
kill "$target_PID"
