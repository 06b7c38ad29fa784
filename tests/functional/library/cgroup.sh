# SPDX-License-Identifier: BSD-2-Clause
# The control group of the firing process, as a predicate and as a key: this case creates one, in a
# separate mount namespace.
if [ "${1:-}" != inside ]; then
	exec unshare -m bash "$0" inside
fi
cd "$TMPDIR" || exit 1
mkdir hierarchy
mount -t cgroup2 none hierarchy || { echo "this kernel has no cgroup2"; exit 77; }
name=dtrace-test-$$
deep=a/b/c/d/e/f/g/h
mkdir -p "hierarchy/$name/$deep" || { echo "control groups cannot be made here"; exit 77; }
trap '(cd hierarchy && rmdir -p "$name/$deep") 2> /dev/null; [ ! -d "hierarchy/$name" ]' EXIT
number=$(stat -c %i "hierarchy/$name")
cat > work << END
#!/bin/bash
echo \$\$ > hierarchy/$name/cgroup.procs
umask 2; umask 3; umask 4
echo \$\$ > hierarchy/$name/a/cgroup.procs
umask 6
echo \$\$ > hierarchy/$name/$deep/cgroup.procs
umask 7
echo \$\$ > hierarchy/cgroup.procs
umask 5
exit 0
END
chmod 755 work
"$DTRACE" -qn 'syscall:'$CALLS':umask:entry /pid == $target/ { @[cgroup, cgroupid, arg0] = count(); }
	syscall:'$CALLS':umask:entry /pid == $target/ { @paths[arg0, cgrouppath] = count(); }
	syscall:'$CALLS':umask:entry /cgroup == $$1/ { @inside = count(); }
	END { printa("%s %d %d %@d\n", @); printa("%@d inside\n", @inside);
		printa("%d %s %@d\n", @paths); }' -x aggsortkey -x aggsortkeypos=2 -c ./work "$name" |
	sed "s/^$name $number /NAME NUMBER /; s/^[a-h] [0-9]* /BELOW NUMBER /; s,^/ [0-9]* ,/ NUMBER ,; s,/$name,/NAME,"
# output:
# NAME NUMBER 2 1
# NAME NUMBER 3 1
# NAME NUMBER 4 1
# / NUMBER 5 1
# BELOW NUMBER 6 1
# BELOW NUMBER 7 1
# 3 inside
# 2 /NAME 1
# 3 /NAME 1
# 4 /NAME 1
# 5 / 1
# 6 /NAME/a 1
# 7 /NAME/a/b/c/d/e/f/g 1
#
