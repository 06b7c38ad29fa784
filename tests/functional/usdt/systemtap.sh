# SPDX-License-Identifier: BSD-2-Clause
# The command line of SystemTap's dtrace, as build systems write it: options about temporary files, its
# parser and the compiler have no effect.
cd "$TMPDIR" || exit 1
printf '#include "types.h"\nprovider shop { probe sale(NUMBER); };\n' > shop.d
mkdir include
echo '#define NUMBER int' > include/types.h
"$DTRACE" -C -Iinclude -DUNUSED=1 -h -s shop.d -o plain.h && "$DTRACE" -Iinclude -k -fPIC -C --types --no-pyparsing -64 -h -s shop.d -o shop.h
cmp plain.h shop.h && echo "the same header"
printf '#include "shop.h"\nint main(void) { SHOP_SALE(7); return 0; }\n' > shop.c
cc -c shop.c || exit 1
"$DTRACE" -C -Iinclude -G -fpic -k -s shop.d -o probes.o shop.o && cc -o shop shop.o probes.o
"$DTRACE" -qn 'shop$target:::sale { printf("sold %d\n", arg0); }' -c ./shop
"$DTRACE" -fPIC -n BEGIN 2>&1 | head -n 1 # elsewhere it is a function
# output:
# the same header
# sold 7
#
# dtrace: invalid probe specifier PIC: probe description ::PIC: does not match any probes
