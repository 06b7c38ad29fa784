# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
wrapper hot -t 1 -c "act forever" | awk '/act`/ { n[$1] += $NF } END { for (f in n) if (n[f] > best) { best = n[f]; name = f } print name }'
wrapper hot -t 1 -l -c "act forever" | squeeze | awk '$1 == "act" { print $1 }'
wrapper hot -t 1 -s -c "act forever" | grep -o 'act`main' | sort -u
wrapper hot -t 1 -k | grep -c vmlinux > /dev/null && echo kernel
wrapper hot
echo "status $?"
# output:
# act`burn
# act
# act`main
# kernel
# status 2
