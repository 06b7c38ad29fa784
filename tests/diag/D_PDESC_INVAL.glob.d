/* expect: D_PDESC_INVAL 2:1 "a*b*c*d*e*f*g*h*i*j": Glob pattern too complex in probe description */
a*b*c*d*e*f*g*h*i*j { }
