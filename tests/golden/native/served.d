/* Programs outside the kernel serve these. */
#pragma D option destructive
BEGIN { trace(pid); trace(tid); trace(ppid); trace(uid); trace(gid); trace(execname); trace(cpu); }
BEGIN { trace(timestamp); trace(vtimestamp); trace(walltimestamp); trace(rand()); trace(lgrp); }
BEGIN { trace(probename); trace(epid); trace(id); trace(arg0); trace(errno); trace(uregs[R_RIP]); }
BEGIN { x = 1; s = "a"; a[1, "b"] = x++; self->v = a[1, "b"]; self->w[s] = 2; this->z = self->v; }
BEGIN { trace(copyinstr(arg0)); trace(*(int *)arg1); copyout("a", arg2, 1); stop(); raise(1); }
BEGIN { @ = count(); @k[pid] = quantize(x); printa(@); clear(@); trunc(@k, 1); }
BEGIN { trace(strjoin(s, "b")); trace(substr(s, 1)); trace(strtok("a b", " ")); tracemem(alloca(8), 8); }
BEGIN { this->s = speculation(); speculate(this->s); commit(this->s); }
BEGIN { usym(arg0); system("true"); freopen("x"); exit(0); }
ERROR { trace(arg4); }
