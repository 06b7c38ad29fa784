/* expect: D_MACRO_OFLOW 2:15 macro argument $99999999999 is out of range */
BEGIN { trace($99999999999); }
