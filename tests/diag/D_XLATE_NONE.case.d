struct o { int b; };
BEGIN
{
	x = xlate <struct o> (arg0).b;
}
/* expect: D_XLATE_NONE 4:6 */
