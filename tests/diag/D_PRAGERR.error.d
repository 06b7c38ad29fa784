/* expect: D_PRAGERR 2:1 #error: stop */
#error stop
BEGIN { }
