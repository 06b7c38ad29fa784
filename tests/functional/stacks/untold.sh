#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# If no table describes the frame, the frame pointer leads to the caller, at any offset of the
# instruction.
"$DTRACE" -q -c "$WORKLOAD" -n '
pid$target:a.out:untold:4, pid$target:a.out:untold:5, pid$target:a.out:untold:6,
pid$target:a.out:untold:7 { printf("%s", probename); ufunc(ucaller); printf("\n"); }' | sed 's! *$!!; /^$/d'
# output:
# 4  untold`outer
# 5  untold`outer
# 6  untold`outer
# 7  untold`outer
