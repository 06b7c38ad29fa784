# SPDX-License-Identifier: BSD-2-Clause
# Libraries one.so … four.so in $TMPDIR, whose constructor calls go(-1).
cd "$TMPDIR"
cat >library.c <<'END'
static int n;
__attribute__((noinline)) int go(int i) { return n += i; }
__attribute__((constructor)) static void born(void) { go(-1); }
END
gcc -O1 -fPIC -shared -o one.so library.c || exit 1
for i in two three four; do cp one.so $i.so; done
