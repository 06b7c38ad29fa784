# SPDX-License-Identifier: BSD-2-Clause
#
# The code that has run, and the files that are mapped, when dtrace matches probes.
. ./_evaltime.sh
traced() { # evaltime
	"$DTRACE" -q -x evaltime=$1 -o "$TMPDIR/out.$1" -c "$WORKLOAD" -n '
	pid$target:a.out:early:entry, pid$target:a.out:late:entry { @[probefunc] = count(); }
	END { printa("%s %@d\n", @); }' > /dev/null || exit 1
	sort "$TMPDIR/out.$1" | grep . | tr '\n' ' '
}
for when in preinit postinit main; do
	got=$(traced $when)
	case $when in
	main | postinit) want='late 1 ' ;;
	*) want='early 1 late 1 ' ;;
	esac
	[[ $got == *"$want" ]] || fail "$when: $got"
	[[ $when == preinit || $got != *early* ]] || fail "$when: $got"
done
# After exec, only the program and its dynamic linker are mapped.
"$DTRACE" -q -x evaltime=exec -c "$WORKLOAD" -n 'pid$target:libc:exit:entry' 2>&1 | grep -q 'has no module libc' || fail exec
"$DTRACE" -l -x evaltime=exec -c "$WORKLOAD" -n 'pid$target:a.out:main:entry' > /dev/null || fail 'exec: main is not listed'
# A program without the C library has no main to run to.
case $(uname -m) in
aarch64) leave='mov x8, 93; mov x0, 0; svc 0' ;;
*) leave='mov $60, %eax; xor %edi, %edi; syscall' ;;
esac
printf '.globl _start\n_start: %s\n' "$leave" > "$TMPDIR/bare.s"
cc -nostdlib -static -o "$TMPDIR/bare" "$TMPDIR/bare.s" || exit 1
"$DTRACE" -x evaltime=main -c "$TMPDIR/bare" -n 'pid$target:a.out::entry' 2>&1 | grep -q 'has no symbol main' || fail 'bare'
stripped start
stripped start_static
# It holds for programs without probes of the process as well, and in a pragma: the linker's calls are not seen.
cat > "$TMPDIR/late.d" <<'END'
#pragma D option quiet
#pragma D option evaltime=main
syscall::mmap:entry, syscall::openat:entry /pid == $target/ { @ = count(); }
syscall::exit_group:entry /pid == $target/ { printf("exits\n"); }
END { printa("calls %@d\n", @); }
END
got=$("$DTRACE" -s "$TMPDIR/late.d" -c "$WORKLOAD" 2>&1 | grep -E 'exits|calls')
[ "$got" = exits ] || fail "main, system calls: $got"
# output:
