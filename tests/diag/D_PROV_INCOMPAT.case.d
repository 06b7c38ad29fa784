provider prov { probe a(int); };
provider prov { probe b(int); };
BEGIN
{
}
/* expect: D_PROV_INCOMPAT 2:1 */
