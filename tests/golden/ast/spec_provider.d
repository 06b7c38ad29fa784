/* SPEC: provider */ sys* /x/ { }
