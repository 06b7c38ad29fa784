# SPDX-License-Identifier: BSD-2-Clause
# The checker proves the stubs of entries, returns and other instructions of some libraries and programs.
driver=${DTRACE%/*}/tests/validate-driver
libc=$(ldd "$driver" | awk '/libc\.so/ { print $3 }')
totals=$("$driver" "$driver" "$DTRACE" "$libc" "$(command -v bash)") || echo "$totals"
echo "$totals" | awk '$2 == "files" { print $1, "files" }
	$2 == "entries" && !$3 && $1 < 5000 { print "few entries:", $1 }
	$2 == "returns" && $3 && $1 < 4500 { print "few returns:", $1 }
	$2 == "blocks" && $1 < 500 { print "few blocks with several points:", $1 }
	$2 == "proved" && $1 < 10000 { print "few proofs:", $1 }
	$2 == "failed" { print $1, "failed" }'
# output:
# 4 files
# 0 failed
