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

case_tests_of_the_compiler_pass() { # the others need packages of a gigabyte: make check installs those
	apt-get -q -y install --no-install-recommends libcmocka-dev g++
	meson setup --wipe build
	make build
	tests/run unit golden diag
}
