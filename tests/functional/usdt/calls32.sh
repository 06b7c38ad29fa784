# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
[ "$DT_GUEST" ] && { echo "compilers take a while there, and the kernel has no part in it"; exit 77; }
. ./_calls.sh
model=-32
try gcc -m32 -O2 -fno-inline
try gcc -m32 -O2 -fno-inline -fno-plt
try gcc -m32 -O2 -fno-inline -fno-pic -no-pie
try gcc -m32 -O0 -fno-pic -no-pie
cat wanted
# output:
# go not traced
# less often not traced
# go traced
# less often traced
# tail 1 2
# in_group -1 9
# in_group -2 9
# library 1 ./p -3 -4 -5 -6000000000 -7 8
#
