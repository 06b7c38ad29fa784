# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
. ./_later.sh
build 64 -fPIC -shared -o lib.so
cc -O1 -o main main.c || exit 1
try target.d './main ./lib.so'
try all.d 'env ./main ./lib.so'
# A file that is named and mapped later is one.
try all.d './main ./lib.so' '-x usdtfile=./lib.so'
# output:
