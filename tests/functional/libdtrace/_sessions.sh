# SPDX-License-Identifier: BSD-2-Clause
# For cases that run many sessions in one process.

# sessions THREADS ROUNDS: runs _sessions.c with the library of each directory in $SESSIONS, by default the command's and
# build-san (AddressSanitizer and LeakSanitizer). tests/check form passes build-tsan (ThreadSanitizer). Guests use the
# command's library alone.
sessions() {
	local top=$SRCDIR/../../.. build builds flags
	builds=("${DTRACE%/*}")
	[ -n "${DT_GUEST:-}" ] || [ ! -e "$top/build-san/libdtrace.so.1" ] || builds+=("$top/build-san")
	for build in ${SESSIONS:-"${builds[@]}"}; do
		flags=
		case $build in
		*/build-san) flags=-fsanitize=address,undefined ;;
		*/build-tsan) flags=-fsanitize=thread ;;
		esac
		# shellcheck disable=SC2086
		cc -D_GNU_SOURCE -Wall -g -pthread $flags -I "$top/include" -o "$TMPDIR/sessions" \
			"$top/tests/functional/libdtrace/_sessions.c" -L "$build" -l:libdtrace.so.1 -Wl,-rpath,"$build" || return
		# ThreadSanitizer requires fixed addresses on kernels that randomize 32 bits of them.
		ASAN_OPTIONS=detect_leaks=1 setarch -R "$TMPDIR/sessions" "$@" > "$TMPDIR/sessions.out" 2>&1
		echo "status $?" >> "$TMPDIR/sessions.out"
		[ "$(cat "$TMPDIR/sessions.out")" = $'nothing left\nstatus 0' ] ||
			{ echo "${build##*/}:"; head -c 20000 "$TMPDIR/sessions.out"; return; }
	done
	echo "all exact"
}
