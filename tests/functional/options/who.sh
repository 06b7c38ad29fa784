# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# --container, --cgroup and --user: probes fire only for processes in that control group, or in one below it,
# or of that user. Runs in a separate mount namespace, with groups that this case creates.
if [ "${1:-}" != inside ]; then
	exec unshare -m bash "$0" inside
fi
cd "$TMPDIR" || exit 1
mkdir hierarchy
mount -t cgroup2 none hierarchy || { echo "this kernel has no cgroup2"; exit 77; }
id=$(echo "who $$" | sha256sum | cut -c 1-64)
docker=docker-$id.scope nspawn="machine-my\\x2dbox$$.scope" service=dtrace-test-$$.service
mkdir -p "hierarchy/$docker/inner" "hierarchy/$nspawn" "hierarchy/$service" ||
	{ echo "control groups cannot be made here"; exit 77; }
trap 'rmdir "hierarchy/$docker/inner" hierarchy/*"$$"* "hierarchy/$docker"' EXIT

cat > work << END
#!/usr/bin/perl
use POSIX;
sub enter { open(my \$f, '>', "hierarchy/\$_[0]/cgroup.procs") or die \$!; print \$f "\$\$\n"; close(\$f) or die \$!; }
umask(1);
enter('$docker'); umask(2);
enter('$docker/inner'); umask(3);
enter('$nspawn'); umask(4);
enter('$service'); umask(5);
enter(''); umask(6);
POSIX::setuid(4294967293); umask(7);
END
chmod 755 work
traced() { # the options; prints the numbers
	"$DTRACE" -qn 'syscall:'$CALLS':umask:entry /pid == $target/ { printf(" %d", arg0); }
		END { printf("\n"); }' -c ./work "$@" 2>&1
}
echo "nothing:$(traced)"
echo "number:$(traced --container "${id:0:12}")"
echo "nspawn:$(traced --container "my-box$$")"
echo "service:$(traced -x container="dtrace-test-$$")"
echo "path:$(traced --cgroup "/$docker/inner")"
echo "directory:$(traced --cgroup "$PWD/hierarchy/$service/.")"
echo "root:$(traced --cgroup /)"
echo "user:$(traced --user 4294967293)"
echo "both:$(traced --user root --container "$id")"
echo "name:$(traced -x user=root)"
"$DTRACE" -qn 'tick-5ms { printf("timers fire as always\n"); exit(0); }' --container "$id" 2>&1

fails() {
	"$DTRACE" -qn 'BEGIN { exit(0); }' "$@" 2>&1 | sed "s/$id/ID/g; s|below /.*/ belongs|below HIERARCHY belongs|; s| /[^ ]*/| HIERARCHY/|g"
}
mkdir "hierarchy/$service/libpod-$id.scope"
fails --container "$id" | sed 's/[^ ]* and [^ ]*/THEM/'
rmdir "hierarchy/$service/libpod-$id.scope"
fails --container "dtrace-test"
fails --container "${id:0:3}" | sed "s/${id:0:3};/THREE DIGITS;/"
fails --cgroup "dtrace-test"
fails --cgroup "$service/cgroup.procs"
fails --cgroup / --container "$id"
fails --user "no such user"
# output:
# nothing: 1 2 3 4 5 6 7
# number: 2 3
# nspawn: 4
# service: 5
# path: 3
# directory: 5
# root: 1 2 3 4 5 6 7
# user: 7
# both: 2 3
# name: 1 2 3 4 5 6
# timers fire as always
#
# dtrace: ID names two control groups, THEM
# dtrace: no control group below HIERARCHY belongs to a container or service dtrace-test; hierarchies of version 1 are not searched
# dtrace: no control group below HIERARCHY belongs to a container or service THREE DIGITS; hierarchies of version 1 are not searched
# dtrace: control group HIERARCHY/dtrace-test: No such file or directory
# dtrace: control group HIERARCHY/cgroup.procs: Not a directory
# dtrace: cgroup and container exclude each other
# dtrace: there is no user no such user
