/* Variables of the thread that need the kernel are refused by their names. */
BEGIN { trace(curthread); }
BEGIN { trace(curthread->pid); }
BEGIN { self->t = curthread->signal->live.counter; }
BEGIN { trace(uregs[R_DS]); }
BEGIN { trace(progenyof(1) + 1); }
BEGIN { printf("%s %s", cwd, root); }
BEGIN { trace(pid_number(NULL)); }
