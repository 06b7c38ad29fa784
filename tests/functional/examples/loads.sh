# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
grep -q ' avenrun$' /proc/kallsyms || { echo "this kernel does not list its variables (CONFIG_KALLSYMS_ALL)"; exit 77; }
run cpu/loads.d | squeeze | grep -cE '^[0-9]{4} .* load averages: [0-9]+\.[0-9]{2}, [0-9]+\.[0-9]{2}, [0-9]+\.[0-9]{2}$'
# output:
# 1
