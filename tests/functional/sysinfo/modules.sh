# SPDX-License-Identifier: BSD-2-Clause
# modload and modunload.
[ -e /proc/modules ] || { echo "this kernel has no modules"; exit 77; }
modprobe -n dummy 2>/dev/null && ! grep -q '^dummy ' /proc/modules || { echo "no module to load"; exit 77; }
echo 'modprobe dummy numdummies=0 && modprobe -r dummy' > "$TMPDIR/load"
"$DTRACE" -qn 'sysinfo:::modload, sysinfo:::modunload /execname == "modprobe"/ { @[probename] = sum(args[0]); }
	END { printa("%s %@d\n", @); }' -x aggsortkey -c "bash $TMPDIR/load"
# output:
# modload 1
# modunload 1
#
