/* SPEC: id */ seventeen
