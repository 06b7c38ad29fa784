# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
needs_fbt
run kernel/klatency.d 'vfs_mkdi[r]' -c "act mkdir:1 mkdir:2 mkdir:3" | awk '/vfs_mkdir/ { print $1 } /@/ { n += $NF } END { print n " calls" }'
# output:
# vfs_mkdir
# 3 calls
