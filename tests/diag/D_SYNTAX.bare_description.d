/* expect: D_SYNTAX 3:1 expected predicate and/or actions following probe description near "END" */
BEGIN
END { }
