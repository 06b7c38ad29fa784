/* SPDX-License-Identifier: BSD-2-Clause */
/* engine: in the kernel, as its probes */
/*
 * The beginning of a string is compared with a literal without a copy: variables, process memory,
 * NULL, shorter strings, a count that exceeds strsize or the literal.
 */
/* flags: -q -x strsize=16 -x nowarn -c $WORKLOAD */
self string unset;

BEGIN
{
	path = "/usr/share/zone";
	little = "/us";
	printf("%d%d%d%d ", substr(path, 0, 4) == "/usr", substr(path, 0, 4) == "/us",
	    substr(path, 0, 4) == "/usrx", substr(path, 0, 4) != "/usr");
	printf("%d%d%d ", substr(little, 0, 4) == "/us", substr(little, 0, 4) == "/usr",
	    "/us" == substr(little, 0, 3));
	printf("%d%d%d ", substr(path, 0, 0) == "", substr(path, 0, 0) == "/", substr(path, 1, 3) == "usr");
	printf("%d%d%d ", substr(path, 0, 15) == "/usr/share/zone", substr(path, 0, 16) == "/usr/share/zone",
	    substr(path, 0, 99) == "/usr/share/zoneinfo");
	printf("%d%d ", substr(path, 0, -11) == "/usr", substr(self->unset, 0, 4) == "/usr");
	printf("%d%d\n", substr(substr(path, 4), 0, 6) == "/share", substr(NULL, 0, 1) == "");
}

/* A longer variable has lain where a shorter one lies now. */
BEGIN
{
	path = "/usr/share/zone";
	path = "/u";
	printf("%d%d\n", substr(path, 0, 4) == "/usr", substr(path, 0, 2) == "/u");
}

syscall::chdir:entry
/pid == $target/
{
	@[substr(copyinstr(arg0), 0, 5) == "/etc/", substr(copyinstr(arg0), 0, 5) == "/etc"] = count();
}
/* output:
1000 101 101 110 10 11
01

        0        1                1
        0        0                2
        1        0                2
*/
