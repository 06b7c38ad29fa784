# SPDX-License-Identifier: BSD-2-Clause
# A stripped Go program has the names of its runtime's table, in probes as well, whatever the table's
# version is.
build() { # version, magic number
	gcc -s -no-pie -DVERSION="$1" -DMAGIC="$2" -o "$TMPDIR/program" _gotable.S
}
for version in '102 0' '116 0' '118 0xfffffff0' '120 0xfffffff1'; do
	build $version && "$DTRACE" -q -c "$TMPDIR/program" -n '
	syscall::getppid:entry /pid == $target/ { @[usym(uregs[R_PC])] = count(); }
	pid$target:a.out:main*:entry { @probes[probefunc] = count(); }' | grep . | sed "s/^/${version% *}/"
done
# output:
# 102  program`main.(*T).second                                          2
# 102  program`main.first                                                3
# 102  main.(*T).second                                                  2
# 102  main.first                                                        3
# 116  program`main.(*T).second                                          2
# 116  program`main.first                                                3
# 116  main.(*T).second                                                  2
# 116  main.first                                                        3
# 118  program`main.(*T).second                                          2
# 118  program`main.first                                                3
# 118  main.(*T).second                                                  2
# 118  main.first                                                        3
# 120  program`main.(*T).second                                          2
# 120  program`main.first                                                3
# 120  main.(*T).second                                                  2
# 120  main.first                                                        3
