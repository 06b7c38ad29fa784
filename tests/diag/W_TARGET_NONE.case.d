syscall::read:entry
/pid == $target/
{
	trace(arg0);
}
/* expect: W_TARGET_NONE 2:9 neither -c nor -p */
