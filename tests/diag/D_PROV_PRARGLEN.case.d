provider prov { probe a(int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int); };
BEGIN
{
}
/* expect: D_PROV_PRARGLEN 1:23 */
