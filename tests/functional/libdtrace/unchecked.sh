# SPDX-License-Identifier: BSD-2-Clause
# Functions that need a checked program check it.
build=${DTRACE%/*}
cc -Wall -Wextra -Wno-unused-parameter -I ../../../include -o "$TMPDIR/unchecked" _unchecked.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/unchecked"
# output:
# generate: invalid probe specifier BEGIN { nosuch(); }: in action list: undefined function name: nosuch (D_FUNC_UNDEF)
# each_probe: invalid probe specifier BEGIN { nosuch(); }: in action list: undefined function name: nosuch (D_FUNC_UNDEF)
# 0 probes
# write_header: invalid probe specifier BEGIN { nosuch(); }: in action list: undefined function name: nosuch (D_FUNC_UNDEF)
# go: invalid probe specifier BEGIN { nosuch(); }: in action list: undefined function name: nosuch (D_FUNC_UNDEF)
# generate: fine
# each_probe: fine
# 1 probes
# write_header: no provider is declared: -h and -G need "provider name { probe … };"
# go: fine
# exit status: 7
# work: fine
