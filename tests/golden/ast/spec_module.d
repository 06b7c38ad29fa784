/* SPEC: module */ a:b, c
