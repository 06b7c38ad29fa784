# SPDX-License-Identifier: BSD-2-Clause
# curpsinfo->pr_argc, pr_argv and pr_envp are what main() gets, in programs of 64 and 32 bits.
compare() { # PROGRAM
	local program=$1
	"$DTRACE" -q -o "$TMPDIR/$program" -c "$WORKLOADS/$program one two" -n '
	syscall::getppid:entry
	/pid == $target/
	{
		printf("%d %x %x %d\n", curpsinfo->pr_argc, curpsinfo->pr_argv, curpsinfo->pr_envp,
		    curpsinfo->pr_dmodel == PR_MODEL_LP64 ? 8 : 4);
		printf("%s\n", copyinstr(curpsinfo->pr_dmodel == PR_MODEL_LP64 ?
		    *(uint64_t *)copyin(curpsinfo->pr_argv + 8, 8) :
		    *(uint32_t *)copyin(curpsinfo->pr_argv + 4, 4)));
	}' > "$TMPDIR/said" || exit
	grep . "$TMPDIR/$program" | head -1 | diff "$TMPDIR/said" - || exit
	grep -x one "$TMPDIR/$program"
}
