# SPDX-License-Identifier: BSD-2-Clause
#
# An installed tree, moved to another place, is all that a program needs: pkg-config, the header, the
# library, which finds its own files, and the process that holds uprobes. At the end all of it is uninstalled.
[ -z "${DT_GUEST:-}" ] || { echo "the guest cannot write the build directory, which an installation logs to"; exit 77; }
root=$TMPDIR/root
DESTDIR=$TMPDIR/staged meson install -C "${DTRACE%/*}" --no-rebuild > "$TMPDIR/log" 2>&1 || { cat "$TMPDIR/log"; exit 1; }
pc=$(find "$TMPDIR/staged" -name libdtrace.pc)
prefix=$(sed -n 's/^prefix=//p' "$pc") libdir=$(sed -n 's/^libdir=\${prefix}//p' "$pc")
mv "$TMPDIR/staged$prefix" "$root" || exit 1
export PKG_CONFIG_PATH=$root$libdir/pkgconfig PKG_CONFIG=pkg-config
build() { # PROGRAM SOURCE
	# shellcheck disable=SC2046
	cc -D_GNU_SOURCE -Wall -pthread -o "$1" "$2" $(pkg-config --define-variable=prefix="$root" --cflags --libs libdtrace) \
		-Wl,-rpath,"$root$libdir"
}
echo "version $(pkg-config --modversion libdtrace | sed 's/^[0-9.]*$/N/')"
readelf -d "$root$libdir/libdtrace.so" | sed -n 's/.*soname: \[\(.*\)\]/\1/p'

# The guide's examples.
awk -v to="$TMPDIR/example" '/^```c$/ { n++; file = to n ".c"; next } /^```$/ { file = "" } file { print > file }' ../../../docs/guide/library.md
build "$TMPDIR/calls" "$TMPDIR/example1.c" && build "$TMPDIR/opens" "$TMPDIR/example2.c" &&
	build "$TMPDIR/times" "$TMPDIR/example4.c" && build "$TMPDIR/check" "$TMPDIR/example5.c" || exit 1
"$TMPDIR/calls" > "$TMPDIR/out" 2>&1 || { cat "$TMPDIR/out"; exit 1; }
grep -Eq '^(read|write|epoll_wait|clock_nanosleep|futex|ppoll|poll|wait4|openat) +[1-9][0-9]*$' "$TMPDIR/out" || { echo "no calls:"; cat "$TMPDIR/out"; }
grep -Evc '^[a-z0-9_#]+ +[1-9][0-9]*$' "$TMPDIR/out"

while cat /etc/passwd > "$TMPDIR/copy" && [ -d /proc/$$ ]; do sleep 0.05; done &
"$TMPDIR/opens" > "$TMPDIR/out" 2>&1 || cat "$TMPDIR/out"
"$TMPDIR/times" > "$TMPDIR/times.out" 2>&1 || cat "$TMPDIR/times.out"
kill $!
grep -A 9 '^cat$' "$TMPDIR/times.out" | grep -Eq '^[0-9]+ to [0-9]+ ns: [1-9][0-9]*$' || { echo "no times:"; cat "$TMPDIR/times.out"; }
grep -Ecv '^[0-9]+ opened [^,]+, flags (0x)?[0-9a-f]+$' "$TMPDIR/out"

build "$TMPDIR/probes" "$TMPDIR/example3.c" || exit 1
"$TMPDIR/probes" | grep -A 1 -e '^syscall:'$CALLS':openat:entry' -e ':pgrec:'

printf 'BEGIN\n{\n\tx = pid + nosuch;\n\ttrace(1);\n}\n' > "$TMPDIR/wrong.d"
"$TMPDIR/check" "$TMPDIR/wrong.d" | sed "s|$TMPDIR/||"; echo "status ${PIPESTATUS[0]}"

# A host with threads; a host that runs out of memory.
build "$TMPDIR/host" _host.c || exit 1
"$TMPDIR/host"
"$TMPDIR/host" memory; echo "status $?"

# The command.
cd / && "$root/sbin/dtrace" -q -n 'BEGIN { printf("EINTR %d\n", EINTR); exit(0); }' 2>&1
"$root/sbin/dtrace" -q -w -c 'sleep 60' -n 'pid$target:libc.so.6:exit:entry { }
	tick-100ms /!asked++/ { system("readlink /proc/$(pgrep -P %d keeper)/exe; kill %d", $pid, $target); }' 2>&1 |
	sed "s|$TMPDIR/||" | grep .

# A part of the tree that is not there is named.
mv "$root$libdir/dtrace" "$root$libdir/elsewhere"
"$root/sbin/dtrace" -q -n 'BEGIN { trace(ENOENT); exit(0); }' 2>&1 | sed "s|$root$libdir|LIBDIR|; s|library, /usr.*/dtrace |library, LIBDIR |" | head -n 1
# Examples are run by the command that was installed with them.
head -n 1 "$root/share/dtrace/examples/howto/addresses.d" | sed "s|$prefix|PREFIX|"
[ -x "$root/share/dtrace/examples/howto/addresses.d" ] && echo executable
ls -d "$root"/share/doc/dtrace/* | sed "s|.*/||"
# Installed documents link only to installed files.
python3 - "$root/share/doc/dtrace" << 'END'
import glob, os, re, sys
links = [(path, link.split("#")[0]) for path in glob.glob(sys.argv[1] + "/**/*.md", recursive=True)
         for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", open(path, encoding="utf-8").read())) if ":" not in link]
for path, link in links:
    if not os.path.exists(os.path.join(os.path.dirname(path), link)):
        print(os.path.basename(path), "links to", link)
examples = [link for _, link in links if "/examples/" in link]
print("links to files" if len(links) > 100 and len(examples) > 50 else links)
END
# Nothing of it stays.
mv "$root$libdir/elsewhere" "$root$libdir/dtrace" && mv "$root" "$TMPDIR/staged$prefix"
echo mine > "$TMPDIR/staged$prefix/share/dtrace/examples/mine.d"
"$SRCDIR/../../../tools/uninstall" "${DTRACE%/*}" "$TMPDIR/staged" | sed 's/^[1-9][0-9]* /N /'
(cd "$TMPDIR/staged$prefix" && find . ! -type d && find . -name '*dtrace*')
# output:
# version N
# libdtrace.so.1
# 0
# 0
# syscall:x64:openat:entry
# 	dirfd_t dfd
# --
# vminfo:vmlinux::pgrec: freed pages do not return
# vminfo:vmlinux::pgswapin: Linux does not swap whole processes
# wrong.d:3:12: error: failed to resolve nosuch: Unknown variable name (D_IDENT_UNDEF)
# status 1
# counted
# asked for memory
# status 0
# EINTR 4
#
# root/libexec/dtrace/dtrace-keeper
# dtrace: cannot read the directory of the D library, LIBDIR (-x syslibdir sets another): No such file or directory
# #!PREFIX/sbin/dtrace -s
# executable
# LICENSE
# NEWS
# README.md
# guide
# links to files
# N files removed
# ./share/dtrace/examples/mine.d
# ./share/dtrace
