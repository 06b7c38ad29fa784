syscall::$2:entry, pid$target:a.out::, $1 /execname == $$2 && $1 > $pid/ { $2 = $3; self->$2; printf($$3); }
