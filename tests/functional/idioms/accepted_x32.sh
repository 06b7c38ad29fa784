# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
#
# Descriptions with empty fields before them match the calls of both modules.
for description in :syscall::getpid:entry ::::getpid:entry syscall:vmlinux:getpid:entry; do
	"$DTRACE" -ln "$description" 2>&1 | awk 'NR > 1 { printf "%s ", $3 } END { print "" }'
done
# output:
# x64 x32 
# x64 x32 
# x64 
