# SPDX-License-Identifier: BSD-2-Clause
# Sessions share only the writable variables of _globals.txt.
readelf -sSW "${DTRACE%/*}/libdtrace.so.1" | awk '
	/^ *\[ *[0-9]+\] \.t?(data|bss) / { gsub(/[][]/, ""); writable[$1] = 1 }
	$4 == "FILE" { file = $8 == "" ? "-" : $8 } # its local variables follow
	($4 == "OBJECT" || $4 == "TLS") && $7 in writable && file != "crtstuff.c" && $8 !~ /^_(_|TLS_MODULE_BASE_)/ {
		sub(/\.[0-9]+$/, "", $8) # of a variable of a function
		sub(/^.*\./, "", $8)     # of clang, whose names begin with the function
		print file, $8
	}' | sort -u > "$TMPDIR/found"
awk '/^[^#]/ { print $1, $2 }' _globals.txt | sort > "$TMPDIR/listed"
awk '/^[^#]/ && NF < 4 { print $2 ": no reason" }' _globals.txt
comm -23 "$TMPDIR/found" "$TMPDIR/listed" | sed 's/^/not in the list: /'
# Other processors have fewer.
[ "$CALLS" != x64 ] || comm -13 "$TMPDIR/found" "$TMPDIR/listed" | sed 's/^/no longer there: /'
grep -c "^timed.c " "$TMPDIR/found"
# output:
# 4
