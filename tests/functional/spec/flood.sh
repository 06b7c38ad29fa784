# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
#
# As many speculations as threads suffice, however fast they come: each is free as soon as it has ended.
one() { # NSPEC ARGUMENTS
	echo "nspec=$1, $2"
	"$DTRACE" -x nspec="$1" -s _flood.d -c "flood $2" 2>&1 | grep -v 'has exited' | sort -n | uniq -c |
		awk '$2 ~ /^[0-9]+$/ { if ($2 % 10) print; n += $1; next } NF > 1 { print $2, $3 } END { print "committed", n }'
}
one 1 '1 2000 500'
one 8 '8 5000'
# output:
# nspec=1, 1 2000 500
# succeeded 2000
# committed 200
# nspec=8, 8 5000
# succeeded 40000
# committed 4000
