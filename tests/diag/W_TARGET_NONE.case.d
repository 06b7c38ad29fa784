/* Only what certainly never holds: an option that is off, or another way to choose, makes it right. */
inline int OPT_pid = 0;
syscall::read:entry
/execname != "x" && pid == $target/
{
	trace(arg0);
}

syscall::write:entry
/OPT_pid ? pid == $target : 1/
{
	trace(arg0);
}

syscall::write:entry
/!$target || pid == $target/
{
	trace(arg0);
}

BEGIN
{
	self->target = $target;
	trace(self->target);
}
/* expect: W_TARGET_NONE 4:28 neither -c nor -p */
