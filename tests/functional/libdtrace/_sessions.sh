# SPDX-License-Identifier: BSD-2-Clause
# For cases that run many sessions in one process.

# sessions THREADS ROUNDS: runs _sessions.c with the library of each build directory: build-tsan has ThreadSanitizer,
# build-san AddressSanitizer and LeakSanitizer. tests/check makes them. Guests use the plain library alone.
sessions() {
	local top=$SRCDIR/../../.. build flags
	for build in "${DTRACE%/*}" "$top/build-san" "$top/build-tsan"; do
		flags=
		case $build in
		*/build-san) flags=-fsanitize=address,undefined ;;
		*/build-tsan) flags=-fsanitize=thread ;;
		esac
		[ -z "$flags" ] || { [ -z "${DT_GUEST:-}" ] && [ -e "$build/libdtrace.so.1" ]; } || continue
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
