# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# All sample for the same second.
wrapper hot -t 1 -c "act forever" > functions &
wrapper hot -t 1 -l -c "act forever" > libraries &
wrapper hot -t 1 -s -c "act forever" > stacks &
wrapper hot -t 1 -k > kernel &
wait
awk '/act`/ { n[$1] += $NF } END { for (f in n) if (n[f] > best) { best = n[f]; name = f } print name }' functions
squeeze < libraries | awk '$1 == "act" { print $1 }'
grep -o 'act`main' stacks | sort -u
grep -c vmlinux kernel > /dev/null && echo kernel
wrapper hot
echo "status $?"
# output:
# act`burn
# act
# act`main
# kernel
# status 2
