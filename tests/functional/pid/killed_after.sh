# SPDX-License-Identifier: BSD-2-Clause
#
# timeout: 200
# kill -9 of the tracer, and of its keeper a moment later while it detaches or still attaches: the target is as it was.
functions=5000
[ -z "${DT_GUEST-}" ] || functions=2000
case $(uname -r) in 6.[0-5].*) functions=60 ;; esac # where each takes some 50 ms to detach
KILLS=9 FUNCTIONS=$functions PAUSE=200 WHO=after bash ../../stress/pid/killed.sh > "$TMPDIR/report" || { cat "$TMPDIR/report"; exit 1; }
# output:
