# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
. ./_build.sh
try gcc -O2
try g++ -x c++ -O0
[ "$DT_GUEST" ] && exit 0 # compilers take a while there, and the kernel has no part in the rest
try gcc -O0
try gcc -O3 -funroll-loops -fomit-frame-pointer
try gcc -O2 -std=c99 -pedantic -fPIE -pie
try gcc -O2 -fno-pic -no-pie
try gcc -O2 -static -- strip
try gcc -O2 -flto
try gcc -O0 -fPIC -- strip
try g++ -x c++ -O2 -std=c++17 -pedantic
try clang -O0
try clang -O2 -fPIC
# output:
