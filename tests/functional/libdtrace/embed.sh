# SPDX-License-Identifier: BSD-2-Clause
# A C++ program with exceptions embeds the library.
build=${DTRACE%/*}
c++ -std=c++11 -D_GNU_SOURCE -Wall -Wextra -I ../../../include -o "$TMPDIR/embed" _embed.cpp -L "$build" -ldtrace -Wl,-rpath,"$build" || exit 1
"$TMPDIR/embed" | grep .
# output:
# refused
# tracing has begun already
#                10
