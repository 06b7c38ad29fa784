struct o { int a; };
provider prov { probe a(int x) : (struct o x); };
BEGIN
{
}
/* expect: D_PROV_PRXLATOR 2:23 */
