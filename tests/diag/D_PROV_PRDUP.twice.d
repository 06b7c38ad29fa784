/* expect: D_PROV_PRDUP 2:33 probe redeclared: a */
provider own { probe a(); probe a(); };
BEGIN { }
