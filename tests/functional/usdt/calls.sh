# SPDX-License-Identifier: BSD-2-Clause
# timeout: 120
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
