# SPDX-License-Identifier: BSD-2-Clause
#
# What must hold in a system in which the packages lie in /packages: one case a run, in this order. It
# fails where a command fails.
set -eux
cd /tmp

case_installs_with_what_it_depends_on() {
	apt-get -q update
	apt-get -q -y install --no-install-recommends /packages/dtrace_*.deb /packages/libdtrace1_*.deb
	[ "$(command -v dtrace)" = /usr/sbin/dtrace ]
}

case_traces() {
	[ "$(dtrace -qn 'BEGIN { printf("%d %s", ENOENT, probename); exit(0); }')" = "2 BEGIN" ]
	dtrace -qn 'syscall::openat:entry /pid == $target/ { @[basename(copyinstr(arg1))] = count(); }' \
		-c 'cat /etc/hostname' | grep -w hostname
}

case_runs_the_first_examples_of_the_readme() {
	dtrace -n 'syscall:::entry /pid == $target/ { @[probefunc] = count(); }' -c 'ls -l /usr/bin' | grep -E '^ +openat +[1-9]'
	dtrace -c ls -n 'pid$target:a.out::entry { @[probefunc] = count(); }' | grep -E '^ .* [1-9][0-9]*$'
	dtrace -n 'syscall::read:return /errno == 0 && pid == $target/ { @[execname] = quantize(arg0); }' -c ls | grep '@'
	dtrace -n 'profile-97 { @[execname, ustack(5)] = count(); } tick-2s { exit(0); }' | grep -E '^ +[1-9][0-9]*$'
	dtrace -l -n 'syscall::*stat*:' | grep -E ' statfs +entry$'
}

case_has_a_unit_for_programs() {
	unit=/usr/lib/systemd/system/dtrace@.service
	dpkg -S $unit | grep '^dtrace:'
	grep '^ExecStart=/usr/sbin/dtrace ' $unit
}

serve() { # prints a scrape, and the user who accepted its connection
	dtrace -q --serve 127.0.0.1:19472 -c 'curl -fsS http://127.0.0.1:19472/metrics' \
		-n 'BEGIN { @n = count(); } syscall::accept*:return /ppid == $pid/ { printf("user %d\n", uid); }'
}

case_serves_with_the_package_of_the_network_only() {
	apt-get -q -y install --no-install-recommends curl
	serve 2> message && status=0 || status=$?
	[ $status = 1 ]
	grep 'failed to start dtrace-export' message
	apt-get -q -y install --no-install-recommends /packages/dtrace-export_*.deb
	serve > scrape
	grep -x 'dtrace_n_total 1' scrape
	grep -x "user $(id -u dtrace-export)" scrape
}

case_probes_functions() { # by the helper of the library
	dtrace -qn 'pid$target:a.out::entry { @ = count(); } END { printa("%@d", @); }' -c '/bin/echo hello' | grep '^[1-9]'
}

case_runs_scripts_and_examples_by_their_path() {
	printf '#!/usr/sbin/dtrace -qs\nBEGIN { printf("%%s", $$1); exit(0); }\n' > script.d
	chmod 755 script.d
	[ "$(./script.d word)" = word ]
	/usr/share/dtrace/examples/howto/addresses.d | grep 192.0.2.1
	for example in /usr/share/dtrace/examples/*/*.d; do
		[ -x "$example" ]
		head -n 1 "$example" | grep -q '^#!/usr/sbin/dtrace'
	done
}

case_has_pages_completions_and_documents() {
	for file in /usr/share/man/man8/dtrace.8.gz /usr/share/man/man8/plockstat.8.gz /usr/share/man/man7/dtrace-d.7.gz /usr/share/man/man7/dtrace-io.7.gz /usr/share/doc/dtrace/changelog.gz \
		/usr/share/doc/dtrace/copyright /usr/share/doc/dtrace/guide/README.md /usr/share/doc/dtrace/guide/reference.md \
		/usr/share/bash-completion/completions/dtrace.bash /usr/share/zsh/site-functions/_dtrace \
		/usr/share/fish/vendor_completions.d/dtrace.fish /usr/share/vim/vimfiles/syntax/dtrace.vim \
		/usr/share/dtrace/dtrace.tmLanguage.json; do
		dpkg -S "$file"
	done
	zcat /usr/share/man/man8/dtrace.8.gz | grep '^\.TH DTRACE 8'
	. /usr/share/bash-completion/completions/dtrace.bash
	COMP_LINE="dtrace -n syscall:$(case $(uname -m) in x86_64) echo x64 ;; *) echo a64 ;; esac):getppi" COMP_POINT=28
	_dtrace || true # outside of a completion compopt fails
	[ "${COMPREPLY[*]}" = getppid: ]
}

case_a_library_that_is_not_there_is_named() {
	mv /usr/lib/x86_64-linux-gnu/dtrace /usr/lib/x86_64-linux-gnu/elsewhere
	dtrace -qn 'BEGIN { trace(ENOENT); exit(0); }' 2> message && status=0 || status=$?
	mv /usr/lib/x86_64-linux-gnu/elsewhere /usr/lib/x86_64-linux-gnu/dtrace
	[ $status = 1 ]
	grep /usr/lib/x86_64-linux-gnu/dtrace message
}

case_programs_are_built_with_the_library() {
	apt-get -q -y install --no-install-recommends /packages/libdtrace-dev_*.deb gcc libc6-dev pkgconf
	cat > host.c << 'END'
#include <dtrace/dtrace.h>
#include <stdio.h>
int main(void)
{
	puts(dtrace_version());
	return 0;
}
END
	# shellcheck disable=SC2046
	gcc -Wall -Werror -o host host.c $(pkg-config --cflags --libs libdtrace)
	[ "$(./host)" = "$(pkg-config --modversion libdtrace)" ]
}

traces_from_python() {
	python3 << 'END'
import libdtrace
with libdtrace.Session() as s:
    s.add("BEGIN { trace(42); exit(0); }")
    s.go()
    assert [record[4] for record in s] == [42]
END
}

case_the_python_package_traces() {
	apt-get -q -y install --no-install-recommends /packages/python3-libdtrace_*.deb
	traces_from_python
	printf '%s\n' '{"jsonrpc": "2.0", "id": 1, "method": "initialize"}' | dtrace-mcp | grep dtrace-mcp
	/usr/share/dtrace/examples/python/heatmap.py -c 'cat /etc/hostname' read | grep '[1-9][0-9]* calls$'
	apt-get -q -y purge python3-libdtrace
}

case_the_python_wheel_traces() {
	apt-get -q -y install --no-install-recommends python3-cffi python3-dev python3-pip python3-setuptools python3-wheel
	python3 -m pip install --break-system-packages --no-index --no-build-isolation /packages/python
	traces_from_python
	python3 -m pip uninstall --break-system-packages -y libdtrace
}

case_probes_are_built_into_programs() {
	printf 'provider shop {\n\tprobe sale(int);\n};\n' > shop.d # SystemTap's reads line by line
	dtrace -h -s shop.d
	printf '#include "shop.h"\nint main(void) { SHOP_SALE(7); return 0; }\n' > shop.c
	gcc -c shop.c
	dtrace -G -k -s shop.d -o shop_probes.o shop.o
	gcc -o shop shop.o shop_probes.o
	[ "$(dtrace -qn 'shop$target:::sale { printf("%d", arg0); }' -c ./shop)" = 7 ]
}

case_lives_beside_systemtap() {
	apt-get -q -y install --no-install-recommends systemtap-sdt-dev
	dpkg -S /usr/bin/dtrace | grep ^systemtap-sdt-dev
	[ "$(command -v dtrace)" = /usr/sbin/dtrace ]
	# The same build works with either.
	for dtrace in /usr/bin/dtrace /usr/sbin/dtrace; do
		rm -f shop.h shop_probes.o
		"$dtrace" -C -h -s shop.d -o shop.h
		gcc -c shop.c
		CFLAGS=-O2 "$dtrace" -C -G -s shop.d -o shop_probes.o $([ $dtrace = /usr/bin/dtrace ] || echo shop.o)
		gcc -o shop shop.o shop_probes.o
		[ "$(dtrace -qn 'shop$target:::sale { printf("%d", arg0); }' -c ./shop)" = 7 ]
	done
}

case_goes_without_a_trace() {
	apt-get -q -y purge dtrace dtrace-export libdtrace1 libdtrace-dev
	! find /usr -name '*dtrace*' -not -path '*/perl/*' -not -path '/usr/bin/*' -not -path '*/man1/*' -not -name pydtrace.h | grep .
}

"$1"
