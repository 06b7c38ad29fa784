struct nosuch_struct;
BEGIN
{
	x = ((struct nosuch_struct *)arg0)->y;
}
/* expect: D_OP_INCOMPLETE 4:36 no struct nosuch_struct definition is available */
