# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
#
# dtrace -G refuses a file of another word size (libdtrace, dt_link.c).
cd "$TMPDIR" || exit
echo 'provider shop { probe go(int i); };' > shop.d
cat > main.c << 'end'
#include "shop.h"
int main(void) { SHOP_GO(1); return 0; }
end
"$DTRACE" -h -s shop.d && gcc -O1 -c main.c && gcc -m32 -O1 -c -o half.o main.c || exit
"$DTRACE" -G -o mixed.o -s shop.d main.o half.o 2>&1 | grep -o "'half.o' has words of 32 bits"
echo "status ${PIPESTATUS[0]}"
# output:
# 'half.o' has words of 32 bits
# status 1
