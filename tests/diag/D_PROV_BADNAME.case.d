provider prov1 { probe a(int); };
BEGIN
{
}
/* expect: D_PROV_BADNAME 1:10 */
