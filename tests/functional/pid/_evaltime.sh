# SPDX-License-Identifier: BSD-2-Clause
fail() { echo "$1"; exit 1; }
# postinit and main need no symbol: constructors have run where main begins, with and without a dynamic linker.
stripped() { # PROGRAM
	local program=$1 when got want
	strip -o "$TMPDIR/$program" "$WORKLOADS/$program"
	for when in preinit postinit main; do
		got=$("$DTRACE" -q -x evaltime=$when -c "$TMPDIR/$program" -n '
			syscall::getpgid:entry /pid == $target/ { printf("constructor "); }
			syscall::getsid:entry /pid == $target/ { printf("main "); }' 2> /dev/null)
		case $when in
		preinit) want='constructor main ' ;;
		postinit | main) want='main ' ;;
		esac
		[ "$(echo $got)" = "$(echo $want)" ] || fail "$program, stripped, $when: $got"
	done
}
