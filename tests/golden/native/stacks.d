/* Stacks need the kernel. */
BEGIN { stack(); @[stack(2)] = count(); }
BEGIN { ustack(); jstack(3); @u[ustack()] = count(); }
BEGIN { trace(caller); trace(ucaller); }
BEGIN /stackdepth > 3/ { trace(ustackdepth); }
