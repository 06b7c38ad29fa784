# SPDX-License-Identifier: BSD-2-Clause
# failing FIRST LAST STEP: runs _failing.c with the library of build-san, if that exists, or else of the command.
failing() {
	local top=$SRCDIR/../../.. build=${DTRACE%/*} flags=
	if [ -z "${DT_GUEST:-}" ] && [ -e "$top/build-san/libdtrace.so.1" ]; then
		build=$(realpath "$top/build-san") flags=-fsanitize=address,undefined
	fi
	# shellcheck disable=SC2086
	cc -D_GNU_SOURCE -Wall -g $flags -I "$top/include" -o "$TMPDIR/failing" "$top/tests/functional/libdtrace/_failing.c" \
		-L "$build" -l:libdtrace.so.1 -Wl,-rpath,"$build" || return
	ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1 "$TMPDIR/failing" "$@"
}
