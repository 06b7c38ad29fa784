/* SPEC: name */ { trace(1) }
