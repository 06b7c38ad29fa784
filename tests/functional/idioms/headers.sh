# SPDX-License-Identifier: BSD-2-Clause
#
# dtrace -h and -G (Dynamic Tracing Guide, chapter 34, "Statically Defined Tracing for User Applications"; libdtrace,
# dt_provider.c and dt_link.c): a parameter may appear several times, args[N] and argN are those of the mapping, and -G
# without -o names its object by the script.
cd "$TMPDIR" || exit
cat > shop.d << 'end'
provider shop { probe go(int i, int j) : (int j, int i, int i); };
end
cat > main.c << 'end'
#include "shop.h"
int main(void) { SHOP_GO(1, 2); return 0; }
end
"$DTRACE" -h -s shop.d && gcc -O1 -c main.c && "$DTRACE" -G -s shop.d main.o && gcc -o main main.o shop.o || exit
ls shop.o
"$DTRACE" -q -c ./main -n 'shop$target:::go { printf("%d %d %d, %d %d %d\n", args[0], args[1], args[2], arg0, arg1, arg2); }' 2> /dev/null | grep .
# output:
# shop.o
# 2 1 1, 2 1 1
