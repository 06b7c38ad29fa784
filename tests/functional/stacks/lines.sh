# SPDX-License-Identifier: BSD-2-Clause
# -x stackinline shows functions that were inlined, -x stacklines where in the source each frame is; in all
# forms of the output. Without debug information both change nothing.
stacks() # OPTION...
{
	"$DTRACE" -q "$@" -n 'syscall::getppid:entry /pid == $target/ { @[ustack()] = count(); }' -c "$program"
}

program=$WORKLOAD
for options in "-x stackinline" "-x stacklines" "-x stackinline -x stacklines"; do
	echo "--- $options"
	stacks $options | grep 'lines`' | grep -v _start | sed 's/^ *//; s/+0x[0-9a-f]*//'
done
echo "--- folded, json"
stacks -O folded -x stackinline | grep -o 'lines`main.*;libc' | sed 's/lines`//g'
stacks -O json -x stackinline -x stacklines | grep -o '"lines`twice[^"]*"\|"lines`shapes::[^"]*"'
stacks -O flame="$TMPDIR/page" -x stackinline
grep -c '"lines`shapes::Square::area (inlined)"' "$TMPDIR/page"

program=$TMPDIR/lines
strip -g "$WORKLOAD" -o "$program"
echo "--- stripped of it"
stacks -x stackinline -x stacklines | grep 'lines`' | grep -v _start | sed 's/^ *//; s/+0x[0-9a-f]*//'
# output:
# --- -x stackinline
# lines`shapes::Square::area (inlined)
# lines`twice<shapes::Square> (inlined)
# lines`crate::paint
# lines`crate::draw
# lines`main
# --- -x stacklines
# lines`crate::paint at lines.cpp:12
# lines`crate::draw at lines.cpp:37
# lines`main at lines.cpp:42
# --- -x stackinline -x stacklines
# lines`shapes::Square::area (inlined) at lines.cpp:12
# lines`twice<shapes::Square> (inlined) at lines.cpp:18
# lines`crate::paint at lines.cpp:32
# lines`crate::draw at lines.cpp:37
# lines`main at lines.cpp:42
# --- folded, json
# main;crate::draw;crate::paint;twice<shapes::Square> (inlined);shapes::Square::area (inlined);libc
# "lines`shapes::Square::area (inlined) at lines.cpp:12"
# "lines`twice<shapes::Square> (inlined) at lines.cpp:18"
# 1
# --- stripped of it
# lines`crate::paint
# lines`crate::draw
# lines`main
