# SPDX-License-Identifier: BSD-2-Clause
#
# The system may change requested sizes; an option that could not change a result is accepted
# (Dynamic Tracing Guide, chapter 16, "Options and Tunables"; libdtrace, dt_options.c,
# dt_opt_runtime()).
show()
{
	"$DTRACE" -q "$@" 2>&1 | grep . | grep -v ' lowered to [0-9]*[km]$' # for lack of memory, on small machines
}
for size in bufsize aggsize dynvarsize specsize strsize; do
	for value in 1 8 100; do
		show -x nowarn -x $size=$value -n 'BEGIN { x[1] = "in"; @["a"] = sum(1); self->s = speculation(); }' \
			-n 'BEGIN { speculate(self->s); trace(42); } BEGIN { commit(self->s); }' \
			-n 'BEGIN { printf(" %s", x[1]); printa(" %s %@d", @); exit(0); }'
	done
done
# What fits is half of the memory that the process may use.
(ulimit -v 262144; "$DTRACE" -q -x bufsize=100g -n 'BEGIN { exit(0); }' 2>&1) | sed -n 's/ [0-9]*[km]$/ what fits/p'
show -x nspec=60000 -n 'BEGIN { printf("%d", speculation() && speculation()); exit(0); }'
for option in lazyload linktype=dof kdefs knodefs udefs unodefs iregs=12 tregs=4 pgmax=2 late=dynamic strip \
	scratchsize=512 printsize=64 noresolve lockmem=unlimited debugassert=1 linkmode=dynamic preallocate=1m \
	ldpath=/usr/bin/ld objcopypath=/usr/bin/objcopy dofstashpath=/run modpath=/lib procfspath=/proc useruid=500 \
	sysslice=system.slice bpflogsize=1m aggpercpu disasm=2 ctfpath=/x pcapsize=64 linknommap; do
	show -x $option -n 'BEGIN { exit(0); }'
done
"$DTRACE" -x help | sed -n '/^Accepted, without effect/,/^$/p' | grep -c .
show -x maxframes=2 -c true -n 'syscall::openat:entry /pid == $target/ { stack(9); exit(0); }' | grep -c .
show -x switchrate=1ns -n 'BEGIN { exit(0); }'
cat > "$TMPDIR/x.d" << 'end'
#if VALUE == 42
BEGIN { printf("%s", NAME); exit(0); }
#endif
end
show -C -x 'cppargs= -DVALUE=42  -DNAME="split"' -s "$TMPDIR/x.d"
# output:
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 in a 1
# 42 i a 1
# 42 in a 1
# 42 in a 1
# dtrace: buffer size lowered to what fits
# 1
# 32
# 2
# split
