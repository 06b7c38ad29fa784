# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# engine: both
#
# -x engine: the programs that dtrace itself runs, those that it leaves to the kernel, and why.
cd "$TMPDIR" || exit 1
show() { # ARGUMENT... the messages about executors, and the output
	"$DTRACE" -qv "$@" 2> messages | grep -v '^$\|Stability\|	'
	sed -n 's/^dtrace: \(.* runs .*\)/\1/p' messages
}
exit='tick-10ms /ticks++ == 2/ { exit(0); }'
echo '== by default'
show -n 'BEGIN { printf("begin\n"); exit(0); }'
show -x engine=auto -n 'BEGIN { printf("begin\n"); exit(0); }'
echo '== -x engine=kernel'
show -x engine=kernel -n "BEGIN { printf(\"begin\\n\"); } $exit"
echo '== -x engine=inprocess'
show -x engine=inprocess -n "BEGIN { printf(\"begin\\n\"); } $exit END { printf(\"end %d\\n\", ticks); }"
echo '== groups that share a variable have one executor'
show -x engine=inprocess -n 'BEGIN { first = 1; } syscall::getppid:entry { second = first; } BEGIN { third = 2; exit(0); }
	END { printf("%d\n", 4); } tick-1h { fourth = third; }'
show -x engine=inprocess -n 'BEGIN { self->a[1] = 2; } syscall::getppid:entry { self->a[2] = 3; } END { } BEGIN { exit(0); }'
show -x engine=inprocess -n 'BEGIN { speculate(speculation()); } syscall::getppid:entry { commit(1); } BEGIN { exit(0); }'
show -x engine=inprocess -n 'BEGIN { this->a = 1; @ = count(); exit(0); } syscall::getppid:entry { this->a = 2; @ = count(); }'
show -x engine=inprocess -n 'ERROR { errors++; } syscall::getppid:entry { } BEGIN { exit(0); } END { errors = 1; }'
echo '== words of the kernel'
show -x engine=inprocess -n 'BEGIN { trace(curthread->pid > 0); exit(0); } END { printf("end\n"); }'
show -x engine=inprocess -n 'BEGIN { trace(curpsinfo->pr_pid > 0); exit(0); }'
echo '== copyout() in this process needs nothing of the kernel'
"$DTRACE" -qw -x engine=inprocess -n 'BEGIN { copyout("a", 0, 1); } ERROR { printf("fault %d\n", arg4); exit(0); }' 2>/dev/null
"$DTRACE" -qw -x engine=inprocess -n 'BEGIN { copyout("a", 65536, 1); } END { }' -n 'tick-10ms { exit(0); }' 2>&1 | sed -n '/invalid/s,offset [0-9]*,offset N,p'
echo '== both run, and their values are added up'
cat > calls <<'EOF'
#!/usr/bin/python3
import os, time
for n in range(1000):
    os.getppid()
time.sleep(0.2)
EOF
chmod +x calls
"$DTRACE" -q -x engine=inprocess -c ./calls -n 'syscall::getppid:entry /pid == $target/ { @a = count(); @b["x"] = max(1); @s = sum(3);
	@q = quantize(arg0 & 0); @c[probefunc] = count(); }
	BEGIN { @a = count(); @b["x"] = max(7); @s = sum(-3000); @q = quantize(64); @c["BEGIN"] = count(); }
	END { @a = count(); printa("%@d\n", @a); clear(@s); }'
echo '== exit() ends both'
"$DTRACE" -q -x engine=inprocess -n 'BEGIN { exit(3); } syscall::: { printf("not this\n"); exit(4); } END { printf("end\n"); }'
echo "status $?"
"$DTRACE" -q -x engine=inprocess -n 'tick-10ms { @ticks = count(); } syscall::: { exit(4); }' > /dev/null
echo "status $?"
