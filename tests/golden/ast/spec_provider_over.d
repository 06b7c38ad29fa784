/* SPEC: provider */ a:b
