# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
# timeout: 240
[ "$DT_GUEST" ] && { echo "compilers take a while there, and the kernel has no part in it"; exit 77; }
. ./_build.sh
model=-32
sed -i 's/const char \*name/uint32_t name/' types.d # structures are laid out in words of 64 bits
try gcc -m32 -O2
try gcc -m32 -O0 -fPIC -- strip
try gcc -m32 -O2 -flto
try gcc -m32 -O2 -fno-pic -no-pie
# output:
