# SPDX-License-Identifier: BSD-2-Clause
# timeout: 90
# mutex_adenters, rw_wrfails and rw_rdfails: who waits, once.
declare -A counter=([mutex]=mutex_ [error]=mutex_ [rw]=rw_)
for verb in mutex error rw; do
	"$DTRACE" -qc "contend $verb" -n '
		sysinfo:::mutex_adenters, sysinfo:::rw_wrfails, sysinfo:::rw_rdfails /pid == $target && execname != "contend"/
		{
			printf("%s: %s %s %d\n", $$1, execname, probename, args[0]);
		}' "$verb" > "$TMPDIR/out"
	! grep userfaultfd "$TMPDIR/out" || exit 77
	grep ": .* ${counter[$verb]}" "$TMPDIR/out" # kernels have locks of their own on the way
done
