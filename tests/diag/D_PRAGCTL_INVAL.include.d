/* expect: D_PRAGCTL_INVAL 2:1 invalid control directive: #include */
#include <sys/types.h>
BEGIN { }
