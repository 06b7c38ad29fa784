# SPDX-License-Identifier: BSD-2-Clause
#
# Addresses of data have names and offsets: by a program's own symbols, by those in a debug file, by those that it exports.
shown() { # program
	"$DTRACE" -q -c "$1" -n '
	pid$target:a.out:mark:entry { printf("%A\n", arg0); @[uaddr(arg0), usym(arg0), umod(arg0)] = count(); }
	END { printf("\n"); printa("%A, %A of %A\n", @); }' | sed 's/^0x.*/none/; s/`0x.*/ without a name/; /^$/d' | LC_ALL=C sort | uniq -c
}
program=$TMPDIR/data
cp "$WORKLOAD" "$program"
shown "$program" > "$TMPDIR/whole"
cat "$TMPDIR/whole"

objcopy --only-keep-debug "$program" "$TMPDIR/symbols"
strip "$program"
echo stripped
shown "$program"

objcopy --add-gnu-debuglink="$TMPDIR/symbols" "$program"
shown "$program" | diff "$TMPDIR/whole" - && echo 'the same by a debug file'
# output:
#       1 data`constant+0x2
#       1 data`constant+0x2, data`constant of data
#       1 data`hidden+0xc
#       1 data`hidden+0xc, data`hidden of data
#       1 data`hidden_zeroes+0x61a7c
#       1 data`hidden_zeroes+0x61a7c, data`hidden_zeroes of data
#       1 data`shared
#       1 data`shared+0x8
#       1 data`shared+0x8, data`shared of data
#       1 data`shared, data`shared of data
#       1 data`zeroes+0x61a7c
#       1 data`zeroes+0x61a7c, data`zeroes of data
#       1 libc.so.6`_IO_2_1_stdout_
#       1 libc.so.6`_IO_2_1_stdout_, libc.so.6`_IO_2_1_stdout_ of libc.so.6
#       4 none
# stripped
#       4 data without a name
#       1 data`constant+0x2
#       1 data`constant+0x2, data`constant of data
#       1 data`shared
#       1 data`shared+0x8
#       1 data`shared+0x8, data`shared of data
#       1 data`shared, data`shared of data
#       1 data`zeroes+0x61a7c
#       1 data`zeroes+0x61a7c, data`zeroes of data
#       1 libc.so.6`_IO_2_1_stdout_
#       1 libc.so.6`_IO_2_1_stdout_, libc.so.6`_IO_2_1_stdout_ of libc.so.6
#       4 none
# the same by a debug file
