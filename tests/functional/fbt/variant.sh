# SPDX-License-Identifier: BSD-2-Clause
# A function of which the compiler has left only a variant is found by its own name; args[] are refused with the reason.
. "$SRCDIR/_fbt.sh"
"$DTRACE" -ln 'fbt:vmlinux::entry' | awk 'NR > 1 { print $4 }' | sort -u > "$TMPDIR/names"
variant=$(sed -n 's/\.isra\.[0-9]*$//p; s/\.constprop\.[0-9]*$//p' "$TMPDIR/names" | grep -v '\.' | sort -u | comm -23 - "$TMPDIR/names" | head -n 1)
[ -n "$variant" ] || { echo "this kernel has no such function"; exit 77; }
"$DTRACE" -ln "fbt::$variant:entry" | awk 'NR > 1 { print $4 }' | sed "s/^$variant\.[a-z]*\..*/a variant/" | sort -u
"$DTRACE" -en "fbt::$variant:entry { trace(args[0]); }" 2>&1 | sed -n "s/.*\(the compiler has changed.*\)/\1/p" | head -n 1
# output:
# a variant
# the compiler has changed this function's arguments
