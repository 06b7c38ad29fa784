# SPDX-License-Identifier: BSD-2-Clause
# needs: go
# A Go program embeds the library by cgo.
build=${DTRACE%/*}
export CGO_CFLAGS="-I$SRCDIR/../../../include" CGO_LDFLAGS="-L$build -Wl,-rpath,$build" GO111MODULE=off GOCACHE=$TMPDIR/cache
cp _embed.go "$TMPDIR/embed.go" && cd "$TMPDIR" && go build embed.go || exit 1
./embed
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
