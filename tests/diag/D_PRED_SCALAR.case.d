BEGIN
/execname/
{
}
/* expect: D_PRED_SCALAR 2:2 */
