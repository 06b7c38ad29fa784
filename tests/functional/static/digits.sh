# SPDX-License-Identifier: BSD-2-Clause
# A declared provider's name may end in a digit, which is not a process id. Any other name with digits
# at its end is that of a process.
mkdir "$TMPDIR/lib"
cat > "$TMPDIR/lib/own2.d" <<'END'
provider own2 {
	probe begun(int n) = dtrace:::BEGIN { 7 };
	probe never(int n) = "of a reason";
};
END
dtrace() { "$DTRACE" -q -L "$TMPDIR/lib" "$@" 2>&1; }
dtrace -n 'own2:::begun { printf("%s %d\n", probeprov, args[0]); exit(0); }'
dtrace -Z -n 'own2:::never, own2:::nosuch { trace(args[0]->member); }' -n 'BEGIN { printf("begins\n"); exit(0); }'
dtrace -n 'own2:::never { trace(1); }' | grep -m1 reason
dtrace -Z -n 'own3:::never { trace(args[0]->member); }' | sed 's/.*: //;q'
# output:
# own2 7
#
# <program>:1:1: warning: no probe matches own2:::never: the clause is left out for it
#     1 | own2:::never, own2:::nosuch { trace(args[0]->member); }
#       | ^~~~~~~~~~~~
# <program>:1:15: warning: no probe matches own2:::nosuch: the clause is left out for it
#     1 | own2:::never, own2:::nosuch { trace(args[0]->member); }
#       |               ^~~~~~~~~~~~~
# begins
#
# hint: own2:::never is not available here: of a reason
# no probe matches own3:::never yet
