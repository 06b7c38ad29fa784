# SPDX-License-Identifier: BSD-2-Clause
#
# Unambiguous forms are accepted: empty fields before a description (libdtrace, dt_subr.c,
# dtrace_xstr2desc()), the kernel's module for system calls, names of later versions of D for
# variables of a program that states its version (Dynamic Tracing Guide, chapter 41, "Versioning"),
# -b without a program, -32. -v names the script.
"$DTRACE" -b 1g -e
echo "status $?"
for description in :syscall::getpid:entry ::::getpid:entry syscall:vmlinux:getpid:entry; do
	"$DTRACE" -ln "$description" 2>&1 | awk '$3 != "x32" { print $2, $3, $4, $5 }' # another case is about x32
done
"$DTRACE" -lf :syscall::getpid 2>&1 | awk 'NR > 1 { print $2, $4, $5 }' | sort -u
"$DTRACE" -qn '#pragma D option version=1.0
	BEGIN { threadname = 1; json = 2; llquantize = 3; printf("%d\n", threadname + json + llquantize); exit(0); }'
"$DTRACE" -qn 'BEGIN { threadname = 1; }' 2>&1 | head -1
"$DTRACE" -32 -qn 'BEGIN { printf("%d\n", sizeof(int)); exit(0); }'
echo 'BEGIN { exit(0); }' > "$TMPDIR/named.d"
"$DTRACE" -ve -s "$TMPDIR/named.d" | grep 'Stability' | sed "s|$TMPDIR|DIR|"
# output:
# status 0
# PROVIDER MODULE FUNCTION NAME
# syscall x64 getpid entry
# PROVIDER MODULE FUNCTION NAME
# syscall x64 getpid entry
# PROVIDER MODULE FUNCTION NAME
# syscall x64 getpid entry
# syscall getpid entry
# syscall getpid return
# 6
#
# dtrace: invalid probe specifier BEGIN { threadname = 1; }: in action list: operator = may not modify builtin variable threadname
# 4
#
# Stability attributes for script DIR/named.d, BEGIN:
