/* expect: D_INT_DIGIT 8:6 invalid digit <h> in integer constant 10hz */
/* expect: D_INT_DIGIT 9:6 invalid digit <m> in integer constant 010ms */
/* expect: D_INT_DIGIT 10:6 invalid digit <m> in integer constant 0x10ms */
/* expect: D_INT_DIGIT 11:6 */
/* expect: D_INT_OFLOW 12:6 */
BEGIN
{
	x = 10hz;
	x = 010ms;
	x = 0x10ms;
	x = 10mss;
	x = 110000d;
}
