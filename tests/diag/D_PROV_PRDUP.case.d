provider prov { probe a(int); probe a(int); };
BEGIN
{
}
/* expect: D_PROV_PRDUP 1:37 */
