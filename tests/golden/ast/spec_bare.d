/* SPEC: name */ syscall::read:entry, BEGIN
