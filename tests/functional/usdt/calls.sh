# SPDX-License-Identifier: BSD-2-Clause
. ./_calls.sh
try gcc -O2 -fno-inline
cat wanted
[ "$DT_GUEST" ] && exit 0
try gcc -O0
try gcc -O2 -fno-inline -fno-plt
try gcc -O2 -fno-inline -fno-pic -no-pie -fno-asynchronous-unwind-tables
try gcc -O2 -fno-inline -ffunction-sections -static
try clang -O2 -fno-inline -fPIC
try g++ -x c++ -O0
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
