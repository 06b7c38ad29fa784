#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Linkers describe no frame for the PLT of 64-bit Arm. A sample in one of its stubs has the stub's caller, and no frame is
# guessed.
"$DTRACE" -q -O folded -c "$WORKLOAD" -n '
profile-199 /pid == $target && arg1/ { n++; }
profile-199 /pid == $target && arg1 && n > 100/ { @[ustack(9)] = count(); }
profile-199 /n == 700/ { exit(0); }' | sed 's/+0x[0-9a-f]*//g' >"$TMPDIR/out"
awk '/;stubs`caller;stubs`[^;]*$/ { in_stubs += $NF } /\?/ || (/;stubs`main;stubs`/ && !/;stubs`main;stubs`caller[; ]/) { print; wrong += $NF }
	END { print (in_stubs >= 5 ? "many" : "few: " in_stubs), (wrong ? "others: " wrong : "whole") }' "$TMPDIR/out"
# output:
# many whole
