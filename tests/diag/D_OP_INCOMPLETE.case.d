struct s;
BEGIN
{
	x = ((struct s *)arg0)->y;
}
/* expect: D_OP_INCOMPLETE 4:24 no struct s definition is available */
