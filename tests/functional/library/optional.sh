# SPDX-License-Identifier: BSD-2-Clause
# A function that the kernel does not have is at 0 in the library, and a mistake in a program.
mkdir "$TMPDIR/lib"
echo 'inline uintptr_t nowhere = (uintptr_t)&`no_such_function; inline uintptr_t somewhere = (uintptr_t)&`vfs_read;' > "$TMPDIR/lib/own.d"
$DTRACE -L "$TMPDIR/lib" -qn 'BEGIN { printf("%d %d %a\n", nowhere, somewhere > nowhere, somewhere); exit(0); }'
$DTRACE -qn 'BEGIN { trace((uintptr_t)&`no_such_function); exit(0); }' 2>&1 | head -n 1 | grep -o 'the address of .* is not known'
# output:
# 0 1 vmlinux`vfs_read
#
# the address of kernel symbol no_such_function is not known
