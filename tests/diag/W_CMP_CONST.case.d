syscall::read:entry
/uid < 0/
{
	trace(uid);
}

syscall::read:entry
/0 <= uid/
{
	trace(uid);
}
/* expect: W_CMP_CONST 2:6 always false */
/* expect: W_CMP_CONST 8:4 always true */
