# SPDX-License-Identifier: BSD-2-Clause
# A program is a.out, whatever its file is called: /proc/PID/maps writes a newline otherwise than the link to the file does.
cd "$TMPDIR"
printf '#include <unistd.h>\nint main(int argc, char **argv) { return argc > 1 ? 0 : pause(); }\n' | cc -x c - -o program || exit 1
trap 'kill $(jobs -p)' EXIT
for name in $'new\nline' 'back\012slash' 'bl ank'; do
	cp program "$name"
	"./$name" & pid=$!
	until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/$name" ]; do kill -0 $pid || exit 1; done
	"$DTRACE" -ln 'pid$target:a.out:main:entry' -p $pid 2>&1 | grep -qE ' main +entry *$' || echo "not a.out: $name"
	# Without the privilege to follow map_files, the file is found by its path. Linux 6.1 then attaches no uprobe.
	case $(uname -r) in 6.1.*) continue ;; esac
	setpriv --bounding-set=-sys_admin,-checkpoint_restore "$DTRACE" -qn 'pid$target::ma*:entry { ustack(1); exit(0); }' \
		-c "'./$name' end" 2>&1 | grep -q '`main' || echo "not found: $name"
done
# output:
