# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit
# timeout: 120
[ "$DT_GUEST" ] && { echo "compilers take a while there, and the kernel has no part in it"; exit 77; }
. ./_calls.sh
model=-32
try gcc -m32 -O2 -fno-inline
try gcc -m32 -O2 -fno-inline -fno-plt
try gcc -m32 -O2 -fno-inline -fno-pic -no-pie
try gcc -m32 -O0 -fno-pic -no-pie
cat wanted
