/* SPEC: function */ a:b:c, b:c, c { }
