# SPDX-License-Identifier: BSD-2-Clause
# -v reports the stability of the program, -S the generated code next to its lines.
. "$SRCDIR/_common.sh"
show $DTRACE -ven 'BEGIN { trace(pid); }'
$DTRACE -Sen 'BEGIN { x = pid; }' >code 2>listing; echo "[$?] $(wc -c <code)"
grep -x '; 1: BEGIN { x = pid; }' listing
grep -q 'exit$' listing && echo "ends with exit"
# output:
# $ dtrace -ven BEGIN { trace(pid); }
#
# Stability attributes for BEGIN:
#
# 	Minimum Probe Description Attributes
# 		Identifier Names: Stable
# 		Data Semantics:   Stable
# 		Dependency Class: Common
#
# 	Minimum Statement Attributes
# 		Identifier Names: Stable
# 		Data Semantics:   Stable
# 		Dependency Class: Common
#
# [0]
# [0] 0
# ; 1: BEGIN { x = pid; }
# ends with exit
