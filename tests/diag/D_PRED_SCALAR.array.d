int list[4];
BEGIN
/list/
{
}
/* expect: D_PRED_SCALAR 3:2 predicate result must be of scalar type, not "int [4]" */
