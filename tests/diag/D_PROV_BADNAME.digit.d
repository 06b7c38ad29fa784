/* expect: D_PROV_BADNAME 2:10 provider name may not end in a digit: own1 */
provider own1 { probe a(); };
BEGIN { }
