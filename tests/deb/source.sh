# SPDX-License-Identifier: BSD-2-Clause
#
# What must hold in a system that has of the tools only make, and where the source lies in /source: one case a
# run, in this order. It fails where a command fails.
set -eux
cd /source

case_make_demo_installs_builds_and_traces() {
	apt-get -q update
	apt-get -q -y install --no-install-recommends make
	make demo > /tmp/demo 2>&1 || { tail -n 30 /tmp/demo; false; }
	grep openat /tmp/demo
	grep 'Compiling C object src/' /tmp/demo
	! grep -E '(Compiling|Generating).* (tests|bench|docs)/' /tmp/demo
}

case_what_was_built_traces() {
	[ "$(build/dtrace -qn 'BEGIN { printf("%d %s", ENOENT, probename); exit(0); }')" = "2 BEGIN" ]
	build/dtrace -qn 'pid$target:libc:malloc:entry { @ = count(); } END { printa("%@d", @); }' -c ls | grep '^[1-9]'
}

case_it_is_installed_and_traces() {
	make install
	dtrace -qn 'syscall::openat:entry /pid == $target/ { @[basename(copyinstr(arg1))] = count(); }' -c 'cat /etc/hostname' |
		grep -w hostname
	/usr/local/share/dtrace/examples/howto/addresses.d | grep 192.0.2.1
}

case_it_is_uninstalled() {
	make uninstall
	! command -v dtrace
	[ -z "$(find /usr/local ! -type d)" ]
	[ -z "$(find /usr/local -name '*dtrace*')" ]
}

case_another_prefix_is_obeyed() { # by a build directory that exists
	make install PREFIX=/opt/tracer
	[ ! -e /usr/local/sbin/dtrace ]
	[ "$(/opt/tracer/sbin/dtrace -qn 'BEGIN { printf("%d", ENOENT); exit(0); }')" = 2 ]
	[ "$(head -n 1 /opt/tracer/share/dtrace/examples/howto/addresses.d)" = "#!/opt/tracer/sbin/dtrace -s" ]
	make uninstall
	[ -z "$(find /opt/tracer ! -type d)" ]
}

case_the_guide_becomes_pages() {
	make html > /tmp/html
	[ -s "$(sed -n 's/^open \([^;]*\);.*/\1/p' /tmp/html)" ]
}

case_tests_of_the_compiler_pass() { # the others need packages of a gigabyte: make check installs those
	apt-get -q -y install --no-install-recommends libcmocka-dev g++
	meson setup --wipe build
	make build
	tests/run unit golden diag
}
