/* SPEC: name */ /pid == 1/
