# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# The functions have no branch: each call executes each instruction once. Prints the difference.
. ./_run.sh
run user/instructions.d '[oim][uni][tnd]*' -c "act call:5*10" | awk 'NR > 1 && NF' | sort | while read -r name n; do
	each=$(objdump -d --no-show-raw-insn --disassemble="$name" "$(command -v act)" | grep -E '^ +[0-9a-f]+:' | grep -vc nop)
	echo "$name $((n - each * ($([ "$name" = inner ] && echo 20 || echo 10))))"
done
# output:
# inner 0
# middle 0
# outer 0
