# SPDX-License-Identifier: BSD-2-Clause
# The program's own clock says how long it had a processor, from its exec until it sleeps; the total does not exceed the
# available time.
. ./_run.sh
cat > work <<'END'
#!/bin/sh
act cpu:0 as:burner more:400 sleep:1000*3
END
chmod +x work
begun=$(date +%s%N)
run cpu/cputimes.d -c "$TMPDIR/work" > all
elapsed=$((($(date +%s%N) - begun) / 1000000))
awk -v most=$((elapsed * $(nproc --all))) '
	$1 == "burner" { print ($2 >= 300 && $2 <= most ? "burner has its time" : $0) }
	NR > 1 && NF { ms += $2; share += $3 }
	END { print (ms <= most ? "no more than there is" : ms " of " most), (share <= 100 ? "and no share too many" : share) }' all
# output:
# burner has its time
# no more than there is and no share too many
