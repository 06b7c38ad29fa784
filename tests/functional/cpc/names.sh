# SPDX-License-Identifier: BSD-2-Clause
# Names: listed ones, created ones, ones that fire too often, unknown ones; the clocks; hardware events if there
# are counters, else a reason.
"$DTRACE" -l -P cpc | awk 'NR > 1 { print $2, $3 }'
"$DTRACE" -ln cpc:::alignment_faults-kernel-10 | awk 'NR > 1 { print $2, $3 }'
for name in cpu_clock-all-1000 page_faults-all-0 page_faults-some-1 page_faults-all no_faults-all-1 page_faults-all-0x3-5000 \
	PAPI_tot_cyc-all-100 r24-all-0x100-5000; do
	"$DTRACE" -en "cpc:::$name" 2>&1 | sed -n '2s/.*error: //p'
done
"$DTRACE" -qn 'cpc:::cpu_clock-all-1000000 { n++; } cpc:::cpu_clock-all-1000000 /n >= 20/ { exit(0); } END { trace(n >= 20); }'
"$DTRACE" -qn 'cpc:::PAPI_tot_cyc-all-1000000 { exit(0); }' > "$TMPDIR/out" 2>&1 && echo "counters or a reason" || {
	grep -q 'this machine has no counter for such events' "$TMPDIR/out" && echo "counters or a reason"; }
"$DTRACE" -n 'cpc:::cycle-user-1000000' 2>&1 | grep -o -m 1 'cpc has no event.*'
# output:
# cpc cpu_clock-all-1000000
# cpc page_faults-all-1
# cpc page_faults_min-all-1
# cpc page_faults_maj-all-1
# cpc context_switches-all-1
# cpc cpu_migrations-all-1
# cpc alignment_faults-kernel-10
# cpc:::cpu_clock-all-1000 fires too often: the smallest count is 200000
# probe description cpc:::page_faults-all-0 does not match any probes
# probe description cpc:::page_faults-some-1 does not match any probes
# probe description cpc:::page_faults-all does not match any probes
# cpc has no event no_faults (did you mean page_faults?)
# probe description cpc:::page_faults-all-0x3-5000 does not match any probes
# cpc:::PAPI_tot_cyc-all-100 fires too often: the smallest count is 5000
# probe description cpc:::r24-all-0x100-5000 does not match any probes
# 1
# counters or a reason
# cpc has no event cycle (did you mean cycles?)
