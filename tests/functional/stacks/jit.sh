#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Names of generated code, in jstack(), ustack(), by address, and as a key.
"$DTRACE" -q -c "$WORKLOAD" -n '
BEGIN { printf("%d\n", $target); }
syscall::getppid:entry /pid == $target/ {
	jstack(3);
	printf("%A|%A|%A\n", usym(ucaller), umod(ucaller), uaddr(ucaller));
	@[ustack(2)] = count();
}' > "$TMPDIR/output"
rm "/tmp/perf-$(head -n 1 "$TMPDIR/output").map"
sed '1d; s/+0x[0-9a-f]*//g; s/ *$//' "$TMPDIR/output"
# output:
#
#               jit`callback
#               LazyCompile:*work /app.js:7
#               jit`main
# LazyCompile:*work /app.js:7|LazyCompile:*work /app.js:7|LazyCompile:*work /app.js:7
#
#
#               jit`callback
#               LazyCompile:*work /app.js:7
#                 1
