# SPDX-License-Identifier: BSD-2-Clause
# The checker proves the stubs of all functions of some libraries and programs.
driver=${DTRACE%/*}/tests/validate-driver
libc=$(ldd "$driver" | awk '/libc\.so/ { print $3 }')
totals=$("$driver" "$driver" "$DTRACE" "$libc" "$(command -v bash)") || echo "$totals"
echo "$totals" | awk '$2 == "files" { print $1, "files" }
	$2 == "functions" && $1 < 5000 { print "few functions:", $1 }
	$2 == "proved" && $1 < 4500 { print "few proofs:", $1 }
	$2 == "failed" { print $1, "failed" }'
# output:
# 4 files
# 0 failed
