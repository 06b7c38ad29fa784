# SPDX-License-Identifier: BSD-2-Clause
# Descriptions whose provider is empty or a pattern: a user gets the probes of the process, of its libraries, too, and dtrace itself; else
# a message says which description does.
. "$SRCDIR/_inside.sh"
together=$WORKLOADS/../usdt/together throws=$WORKLOADS/throws
count() {
	as_user "$DTRACE" -q "$@" 2>&1 | grep -v '^$'
}
for description in '*:::alone' ':::alone' '*:together::'; do
	echo "--- $description"
	count -c "$together" -n "$description { @[probefunc, probename] = count(); }"
done
for as in as_user ''; do
	echo "--- of a library, $as"
	$as "$DTRACE" -q -c "$throws 1" -n ':::throw { @[probename] = count(); }' 2>&1 | awk '$1 == "throw" { print $1, ($2 > 0) }'
done
echo "--- everything"
as_user "$DTRACE" -v -q -c "$together" -n ':::, BEGIN, END { @[probename] = count(); }' >"$TMPDIR/counts" 2>"$TMPDIR/said"
awk 'NF == 2 && $2 ~ /^[0-9]+$/ && $1 != "counters" { print $1, $2 }' "$TMPDIR/counts" | sort
grep -c '^dtrace: skipped syscall:x64:.*: only the kernel has it, for root$' "$TMPDIR/said" | awk '{ print ($1 > 500 ? "the kernel'"'"'s are reported" : $1) }'
echo "--- only the kernel"
for description in '*:::entry' 'mine*:::alone'; do
	as_user "$DTRACE" -q -c "$together" -n "$description" 2>&1 | sed -n 's/^dtrace: could not enable tracing: //p' | cut -c 1-130
done
as_user "$DTRACE" -q -Z -n 'nosuchserver*:::query' 2>&1 | cut -c 1-190
as_user "$DTRACE" -q -n 'nosuchserver*:::query' 2>&1 | sed -n 's/^hint: //p'
# output:
# --- *:::alone
# counters 1 0
#   alone                          alone                                       10
# --- :::alone
# counters 1 0
#   alone                          alone                                       10
# --- *:together::
# counters 1 1
#   alone                          alone                                       10
#   apart                          apart                                       20
#   both                           both                                        20
# --- of a library, as_user
# throw 1
# --- of a library, 
# throw 1
# --- everything
# BEGIN 1
# END 1
# alone 10
# apart 20
# both 20
# the kernel's are reported
# --- only the kernel
# syscall:x64:read:entry fires in the kernel: DTrace requires additional privileges: run it as root, or with the capabilities CAP_BP
# mine*:together:alone:alone fires in the kernel, because it is of all processes; mine$target is of the target alone: DTrace require
# dtrace: could not enable tracing: nosuchserver*:*:*:query fires in the kernel, because it is of all processes; nosuchserver$target is of the process of -c or -p alone: DTrace requires additi
# no running program of this user has such a probe; with -c or -p, nosuchserver$target is of that process
