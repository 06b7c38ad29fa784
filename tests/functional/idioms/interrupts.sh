# SPDX-License-Identifier: BSD-2-Clause
# sdt probes of other kernels, each as often as its tracepoints. The file's writes interrupt.
"$DTRACE" -q -c "dd if=/dev/zero of=$TMPDIR/file bs=64k count=16 conv=fsync status=none" -n '
	sdt:::interrupt-start, sdt:::interrupt-complete, sdt:::callout-start, sdt:::callout-end, sdt:::cyclic-start,
	sdt:::cyclic-end { @[probename, "here"] = count(); }
	sdt:irq::irq_handler_entry { @["interrupt-start", "kernel"] = count(); }
	sdt:irq::irq_handler_exit { @["interrupt-complete", "kernel"] = count(); }
	sdt:timer::timer_expire_entry, sdt:timer::hrtimer_expire_entry { @["callout-start", "kernel"] = count(); }
	sdt:timer::timer_expire_exit, sdt:timer::hrtimer_expire_exit { @["callout-end", "kernel"] = count(); }
	sdt:timer::hrtimer_expire_entry { @["cyclic-start", "kernel"] = count(); }
	sdt:timer::hrtimer_expire_exit { @["cyclic-end", "kernel"] = count(); }
	END { printa("%s %s %@d\n", @); }' | awk '{ n[$1, $2] = $3 } END {
		split("interrupt-start interrupt-complete callout-start callout-end cyclic-start cyclic-end", names)
		for (i = 1; i <= 6; i++)
			print names[i], n[names[i], "here"] == n[names[i], "kernel"] ? "as often" : n[names[i], "here"] " of " n[names[i], "kernel"] }'
# output:
# interrupt-start as often
# interrupt-complete as often
# callout-start as often
# callout-end as often
# cyclic-start as often
# cyclic-end as often
