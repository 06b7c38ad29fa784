# SPDX-License-Identifier: BSD-2-Clause
# -p: programs come into a running process and leave it, and it goes on.
. "$SRCDIR/_inside.sh"
mkfifo "$TMPDIR/in" "$TMPDIR/out"
calls w 2 20000 <"$TMPDIR/in" >"$TMPDIR/out" &
target=$!
exec 3>"$TMPDIR/in" 4<"$TMPDIR/out"
read -r line <&4
for i in 1 2 3; do
	inside -p "$target" -n 'pid$target:a.out:first:entry { @ = count(); } BEGIN { exit(0); }'
done
inside -w -p "$target" -n 'pid$target:a.out:first:entry { @["calls"] = count(); }
	tick-10ms /!begun/ { begun = 1; system("echo go >&3"); }'
wait "$target"; echo "status $?"
# output:
#
#
#
#
#   calls                                                         40000
# status 0
