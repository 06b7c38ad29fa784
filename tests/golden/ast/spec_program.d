/* SPEC: name */ int x; BEGIN { x = 1; } uint64_t y; END { }
