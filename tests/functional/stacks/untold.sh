#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Where nothing is known of the frame, the caller is what the frame pointer leads to, at whatever
# offset the instruction lies.
"$DTRACE" -q -c "$WORKLOAD" -n '
pid$target:a.out:untold:4, pid$target:a.out:untold:5, pid$target:a.out:untold:6,
pid$target:a.out:untold:7 { printf("%s", probename); ufunc(ucaller); printf("\n"); }' | sed 's! *$!!; /^$/d'
# output:
# 4  untold`outer
# 5  untold`outer
# 6  untold`outer
# 7  untold`outer
