# SPDX-License-Identifier: BSD-2-Clause
# anonpgout: pages of a process go to a swap device.
. ./_disk.sh
disk 4m
mkswap "$disk" > /dev/null 2>&1 || { echo "no mkswap"; exit 77; }
"$DTRACE" -qc "$WORKLOADS/swap $disk" -n 'vminfo:::anonpgout /pid == $target/ { pages += args[0]; }
	END { printf("%d", pages); }'
# output:
# 64
