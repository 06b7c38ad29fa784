/* expect: D_PROV_PRARGLEN 2:22 a probe has at most 32 arguments */
provider own { probe a(int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int); };
BEGIN { }
