# SPDX-License-Identifier: BSD-2-Clause
# Metrics as data: their declarations, and additions that lose nothing to clear(), trunc() and the expiry of keys.
build=${DTRACE%/*}
cc -D_GNU_SOURCE -Wall -Wextra -g -I ../../../include -o "$TMPDIR/metrics" _metrics.c -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/metrics"
# output:
# @s sum: gauge dtrace_s, unit "" / 1, limit 1000, labels arg0; @s = sum() in D.
# @t sum: gauge dtrace_t, unit "" / 1, limit 1000, labels arg0; @t = sum() in D.
# @n sum: gauge dtrace_n, unit "" / 1, limit 1000, labels; @n = sum() in D.
# @c count: counter dtrace_c, unit "" / 1, limit 1000, labels arg0; @c = count() in D.
# @q quantize: histogram app_read_seconds, unit "seconds" / 1000000, limit 1000, sum, declared, labels call; @q = quantize() in D.
# @m max: gauge dtrace_m, unit "" / 1, limit 1000, labels arg0; @m = max() in D.
# @k count: none dtrace_k, unit "" / 1, limit 1000, labels stack; @k = count() in D.
# differences: 0 0 0
# expired 1, negative 1
