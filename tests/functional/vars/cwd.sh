# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# The current directory and the root of a process, also after chroot(2).
cd "$TMPDIR" && mkdir -p inner/deep && cd inner || exit 1
true=$(command -v true)
"$DTRACE" -qc "$true" -n 'syscall::exit_group:entry /pid == $target/ { printf("%s\n", cwd == $$1 ? "same" : cwd); }' "$(pwd -P)" | grep .
"$DTRACE" -qc "chroot $TMPDIR/inner /deep/none" -n '
syscall::execve:entry /pid == $target && root != "/"/ { seen = 1; r = root; c = cwd; }
syscall::exit_group:entry /pid == $target && !seen/ { r = root; c = cwd; }
END { printf("%s\n%s\n", r == $$1 ? "same" : r, c); }' "$(pwd -P)" 2> /dev/null | grep .
# output:
# same
# same
# /
