# SPDX-License-Identifier: BSD-2-Clause
# mutex_adenters, rw_wrfails and rw_rdfails: each waiting thread, once. Kernels have other locks on the way, for which
# no thread waits as long as for those that the workload holds.
declare -A counter=([mutex]=mutex_ [error]=mutex_ [rw]=rw_)
for verb in mutex error rw; do
	"$DTRACE" -qc "contend $verb" -n '
		self int waits;
		sdt:lock::contention_begin { self->wanted = args[0]; }
		sysinfo:::mutex_adenters, sysinfo:::rw_wrfails, sysinfo:::rw_rdfails /pid == $target/
		{
			self->waits = self->lock == self->wanted ? self->waits + args[0] : args[0];
			self->lock = self->wanted;
			self->begun = timestamp;
			self->name = probename;
		}
		sdt:lock::contention_end /self->lock == args[0] && timestamp - self->begun >= 20000000/
		{
			printf("%s: %s %s %d\n", $$1, execname, self->name, self->waits);
		}
		sdt:lock::contention_end /self->lock == args[0]/
		{
			self->lock = NULL;
		}' "$verb" > "$TMPDIR/out"
	! grep userfaultfd "$TMPDIR/out" || exit 77
	grep ": .* ${counter[$verb]}" "$TMPDIR/out"
done
# output:
# mutex: second mutex_adenters 1
# error: second mutex_adenters 1
# rw: writer rw_wrfails 1
# rw: reader rw_rdfails 1
