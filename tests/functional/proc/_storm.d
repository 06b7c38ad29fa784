/* SPDX-License-Identifier: BSD-2-Clause */
/* Nothing is lost of many short lives and of many signals, whatever the names. */
proc:::create /pid == $target/ { @create = count(); }
proc:::start /ppid == $target/ { @start = count(); }
proc:::exit /ppid == $target/ { @exit = count(); }
proc:::exit /ppid == $target && execname == "a\nb\t\033[31m\xff"/ { @named = count(); }
proc:::lwp-create /pid == $target/ { @lwp_create = count(); }
proc:::exec-success /ppid == $target && strlen(execargs) == 256/ { @exec_success = count(); }
proc:::exec-failure /ppid == $target && args[0] == ENOENT/ { @exec_failure = count(); }
proc:::signal-handle /pid == $target && args[0] == SIGUSR1/ { @handle = count(); }

proc:::signal-send
/pid == $target && args[1]->pr_pid == $target && (args[2] == SIGUSR1 || args[2] == SIGUSR2)/
{
	@send = count();
}

proc:::signal-discard
/pid == $target && args[1]->pr_pid == $target && args[2] == SIGUSR2/
{
	@discard = count();
}

END
{
	printa("create %@d, start %@d, exit %@d, by that name %@d\n", @create, @start, @exit, @named);
	printa("threads %@d\n", @lwp_create);
	printa("programs %@d, failures %@d\n", @exec_success, @exec_failure);
	printa("sent %@d, handled %@d, ignored %@d\n", @send, @handle, @discard);
}
/* output:
create 700, start 700, exit 700, by that name 600
threads 300
programs 100, failures 100
sent 7000, handled 5000, ignored 2000

*/
