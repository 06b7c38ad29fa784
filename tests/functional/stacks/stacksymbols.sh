#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Without names: only numbers.
"$DTRACE" -q -x stacksymbols=off -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ { stack(3); ustack(3); sym(caller); printf("%a", caller); }' >"$TMPDIR/out"
grep -q 0xffff "$TMPDIR/out" && ! grep '`' "$TMPDIR/out"
# output:
