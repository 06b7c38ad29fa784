# SPDX-License-Identifier: BSD-2-Clause
# needs: bindgen
# A Rust program embeds the library by bindgen.
build=${DTRACE%/*}
export BINDINGS=$TMPDIR/bindings.rs
bindgen --no-prepend-enum-name --allowlist-function 'dtrace_.*' -o "$BINDINGS" ../../../include/dtrace/dtrace.h &&
	rustc --edition 2021 -D warnings -L "$build" -l dtrace -C link-arg="-Wl,-rpath,$build" -o "$TMPDIR/embed" _embed.rs || exit 1
"$TMPDIR/embed"
# output:
# error: invalid probe specifier BEGIN { nosuch(); }: in action list: undefined function name: nosuch
# 1:9: undefined function name: nosuch (D_FUNC_UNDEF)
# record: 0 call
# record: 1 call
# record: 2 call
# record: 3 call
# record: 4 call
# getpriority, odd 1: 2
# getpriority, odd 0: 3
