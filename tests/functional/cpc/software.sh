# SPDX-License-Identifier: BSD-2-Clause
# Events of software, each of them: page faults are as many as getrusage() says, in user mode and in the kernel; all
# are minor and major ones. vminfo:::maj_fault is the same.
"$DTRACE" -qc "$WORKLOADS/software" -n '
	syscall::close:entry /pid == $target && (int)arg0 == -1000/ { on = 1; }
	syscall::close:entry /pid == $target && (int)arg0 == -1001/ { on = 0; }
	cpc:::page_faults-all-1 /on && pid == $target/ { all++; }
	cpc:::page_faults-user-1 /on && pid == $target/ { user++; without += !arg1; }
	cpc:::page_faults-kernel-1 /on && pid == $target/ { kernel++; without += !arg0; }
	cpc:::page_faults_min-all-1 /on && pid == $target/ { minor++; }
	cpc:::page_faults_maj-all-1 /on && pid == $target/ { major++; }
	vminfo:::maj_fault /on && pid == $target/ { maj += args[0]; }
	cpc:::context_switches-all-1 /on && pid == $target/ { switches++; }
	sysinfo:::pswitch /on && pid == $target/ { pswitch++; }
	END
	{
		printf("counted %d %d\n", minor, major);
		printf("sums %d %d %d\n", all == user + kernel, all == minor + major, without);
		printf("others %d %d\n", maj == major, switches == pswitch && switches > 0);
	}' > "$TMPDIR/out"
awk '$1 == "rusage" { minor = $2; major = $3 } $1 == "counted" { n = $2; m = $3 } $1 == "sums" || $1 == "others"
	END { print (minor == n ? "minor" : "minor: " n ", not " minor), (major == m ? "major" : "major: " m ", not " major),
		(minor + major >= 200) }' "$TMPDIR/out"
# output:
# sums 1 1 0
# others 1 1
# minor major 1
