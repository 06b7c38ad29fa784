/* flags: -Z */
nosuch*:::start
{
	trace(args[0]);
}
/* expect: D_ARGS_NONE 4:12 no probe matches nosuch*:::start yet */
