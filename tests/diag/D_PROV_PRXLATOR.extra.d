/* expect: D_PROV_PRXLATOR 2:40 translated argument #2 has no argument of the probe */
provider own { probe a(int) : (int, int); };
BEGIN { }
