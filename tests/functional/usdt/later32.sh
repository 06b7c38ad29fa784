# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit x86-64
. ./_later.sh
build 32 -fno-pic -no-pie -o main32 main.c
try target.d 'env ./main32'
# output:
