#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# An address that is printed when its process has ended.
"$DTRACE" -q -c "$WORKLOADS/frames" -n '
syscall::getppid:entry /pid == $target/ { @[ucaller] = count(); }
END { printa("%A", @); }' | sed 's/+0x[0-9a-f]*//'
# output:
# frames`middle
