# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
"$DTRACE" -qc "$(command -v true)" -n 'syscall::exit_group:entry /pid == $target/ { printf("%s\n", root); }' | grep .
# output:
# /
