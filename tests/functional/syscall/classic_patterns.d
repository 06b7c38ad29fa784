/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c "$WORKLOADS/classic" */
/*
 * Patterns of old names: the old call's arguments, whichever call the program makes, and one firing
 * per call. Calls without an old name keep their own.
 */
#pragma D option compat=classic

inline string PATH = copyinstr(arg0);

syscall::open*:entry, syscall::unlink*:entry, syscall::rename*:entry
/pid == $target && substr(PATH, 0, 8) == "/nosuch/"/
{
	printf("%s %s\n", probefunc, PATH);
}

syscall::stat*:entry
/pid == $target && substr(PATH, 0, 8) == "/nosuch/"/
{
	printf("not a link: %s %s\n", probefunc, PATH);
}

/* Those of lstat(), fstat() and fstatat() as well: each call counts once. */
syscall::*stat*:entry
/pid == $target && ((int)arg0 == 77 || (arg0 > 4096 && substr(PATH, 0, 8) == "/nosuch/"))/
{
	printf("any: %s %s\n", probefunc, (int)arg0 == 77 ? "77" : PATH);
}

syscall::fork*:entry
/pid == $target/
{
	printf("fork\n");
}

/* accept4() is accept(). */
syscall::acce?t:entry
/pid == $target/
{
	printf("%s(%d)\n", probefunc, args[0]);
}

/* renameat2() alone and munmap() have no old name: they keep their arguments. */
syscall::*nameat2:entry, syscall::mun*:entry
/pid == $target && !seen[probefunc]/
{
	seen[probefunc] = 1;
	printf("%s %d\n", probefunc, (int)arg0 == -100 || arg0 > 4096);
}
/* output:
munmap 1
openat /nosuch/open
openat /nosuch/creat
not a link: newfstatat /nosuch/stat
any: newfstatat /nosuch/stat
any: newfstatat /nosuch/lstat
any: newfstatat 77
not a link: statx /nosuch/statx
any: statx /nosuch/statx
unlinkat /nosuch/unlink
renameat2 /nosuch/rename
renameat2 1
accept4(78)
fork

*/
