/* SPEC: name */
