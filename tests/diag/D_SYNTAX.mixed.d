unsigned void x;

syscall::opn:entry
{
	trace(1);
}

BEGIN
/execname/
{
	printf("%d %s\n", 1, 2);
	trace(timestmp);
	trace(1 +);
}

END
{
	trace(curthread->pidd);
}
/* Seven mistakes of different kinds, seven messages. */
/* expect: D_DECL_VOIDATTR 1:1 */
/* expect: D_PDESC_ZERO 3:1 */
/* expect: D_PRED_SCALAR 9:2 */
/* expect: D_PRINTF_ARG_TYPE 11:23 */
/* expect: D_IDENT_UNDEF 12:8 */
/* expect: D_SYNTAX 13:11 */
/* expect: D_TYPE_MEMBER 18:19 */
