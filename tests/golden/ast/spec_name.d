/* SPEC: name */ syscall::read:entry /x/ { y }
