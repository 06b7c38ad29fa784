/* SPEC: id */ 17 { }
