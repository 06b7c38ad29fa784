/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table of families. Where one call of Linux does the work of several old ones, its flags tell
 * which is meant. check-size: table
 */
#include "dialect/classic.h"

#include "base/str.h"

#include <stdio.h>
#include <string.h>

// Flags of Linux that tell the members of a family apart.
#define NOFOLLOW     "(arg3 & 0x1100) == 0x100" // AT_SYMLINK_NOFOLLOW, not AT_EMPTY_PATH
#define FOLLOW	     "(arg3 & 0x1100) == 0"
#define EMPTY_PATH   "(arg3 & 0x1000) != 0"	// the descriptor itself
#define X_NOFOLLOW   "(arg2 & 0x1100) == 0x100" // the same of statx()
#define X_FOLLOW     "(arg2 & 0x1100) == 0"
#define X_EMPTY_PATH "(arg2 & 0x1000) != 0"
#define REMOVEDIR    "(arg2 & 0x200) != 0" // of unlinkat()
#define NO_REMOVEDIR "(arg2 & 0x200) == 0"
#define PROCESS	     "(arg0 & 0x10000) == 0" // no CLONE_THREAD
#define THREAD	     "(arg0 & 0x10000) != 0"
#define CLONE3(f)    "(*(uint64_t *)copyin(arg0, 8) & " f ")" // the same of clone3()
// Where a new thread returns, its creator may have reused the memory of the flags.
#define NEW_PROCESS "arg9 ? pid == tid : " CLONE3("0x10000") " == 0"
#define NEW_THREAD  "arg9 ? pid != tid : " CLONE3("0x10000") " != 0"
#define NEW_FORK    "(!arg9 || pid == tid) && " CLONE3("0x14000") " == 0"
#define NEW_VFORK   "(!arg9 || pid == tid) && " CLONE3("0x14000") " == 0x4000"

static const struct dt_classic_family families[] = {
    // clang-format off
    {"open open64", {{"open", "012", NULL}, {"openat", "123", NULL}, {"openat2", "1", NULL}}},
    {"creat creat64", {{"creat", "01", NULL}, {"open", "02", "(arg1 & 01103) == 01101"},
		       {"openat", "13", "(arg2 & 01103) == 01101"}}},
    {"stat stat64", {{"stat", "01", NULL}, {"stat64", "01", NULL}, {"newfstatat", "12", FOLLOW},
		     {"fstatat64", "12", FOLLOW}, {"statx", "14", X_FOLLOW}}},
    {"lstat lstat64", {{"lstat", "01", NULL}, {"lstat64", "01", NULL}, {"newfstatat", "12", NOFOLLOW},
		       {"fstatat64", "12", NOFOLLOW}, {"statx", "14", X_NOFOLLOW}}},
    {"fstat fstat64", {{"fstat", "01", NULL}, {"fstat64", "01", NULL},
		       {"newfstatat", "02", EMPTY_PATH}, {"fstatat64", "02", EMPTY_PATH},
		       {"statx", "04", X_EMPTY_PATH}}},
    {"xstat", {{"stat", ".01", NULL}, {"newfstatat", ".12", FOLLOW}, {"statx", ".14", X_FOLLOW}}},
    {"lxstat", {{"lstat", ".01", NULL}, {"newfstatat", ".12", NOFOLLOW}, {"statx", ".14", X_NOFOLLOW}}},
    {"fxstat", {{"fstat", ".01", NULL}, {"newfstatat", ".02", EMPTY_PATH}, {"statx", ".04", X_EMPTY_PATH}}},
    {"fstatat fstatat64", {{"newfstatat", "0123", NULL}, {"fstatat64", "0123", NULL}, {"statx", "0142", NULL}}},
    {"statvfs statvfs64 statfs64", {{"statfs", "01", NULL}, {"statfs64", "02", NULL}}},
    {"fstatvfs fstatvfs64 fstatfs64", {{"fstatfs", "01", NULL}, {"fstatfs64", "02", NULL}}},
    {"access", {{"access", "01", NULL}, {"faccessat", "12", NULL}, {"faccessat2", "12", NULL}}},
    {"unlink", {{"unlink", "0", NULL}, {"unlinkat", "1", NO_REMOVEDIR}}},
    {"rmdir", {{"rmdir", "0", NULL}, {"unlinkat", "1", REMOVEDIR}}},
    {"mkdir", {{"mkdir", "01", NULL}, {"mkdirat", "12", NULL}}},
    {"mknod xmknod", {{"mknod", "012", NULL}, {"mknodat", "123", NULL}}},
    {"link", {{"link", "01", NULL}, {"linkat", "13", NULL}}},
    {"symlink", {{"symlink", "01", NULL}, {"symlinkat", "02", NULL}}},
    {"readlink", {{"readlink", "012", NULL}, {"readlinkat", "123", NULL}}},
    {"rename", {{"rename", "01", NULL}, {"renameat", "13", NULL}, {"renameat2", "13", NULL}}},
    {"chmod", {{"chmod", "01", NULL}, {"fchmodat", "12", NULL}, {"fchmodat2", "12", NULL}}},
    {"chown", {{"chown", "012", NULL}, {"fchownat", "123", "(arg4 & 0x100) == 0"}}},
    {"lchown", {{"lchown", "012", NULL}, {"fchownat", "123", "(arg4 & 0x100) != 0"}}},
    {"utime utimes", {{"utime", "01", NULL}, {"utimes", "01", NULL}, {"futimesat", "12", NULL},
		      {"utimensat", "12", "arg1 != 0"}}},
    {"getdents getdents64", {{"getdents", "012", NULL}, {"getdents64", "012", NULL}}},
    {"pread", {{"pread64", "0123", NULL}}},
    {"pwrite", {{"pwrite64", "0123", NULL}}},
    {"llseek lseek64", {{"lseek", "012", NULL}, {"_llseek", "014", NULL}}},
    {"mmap64", {{"mmap", "012345", NULL}, {"mmap2", "012345", NULL}}},
    {"dup2", {{"dup2", "01", NULL}, {"dup3", "01", NULL}}},
    {"pipe", {{"pipe", "0", NULL}, {"pipe2", "0", NULL}}},
    {"poll pollsys", {{"poll", "012", NULL}, {"ppoll", "012", NULL}}},
    {"select", {{"select", "01234", NULL}, {"_newselect", "01234", NULL}, {"pselect6", "01234", NULL}}},
    {"exece exec", {{"execve", "012", NULL}, {"execveat", "123", NULL}}},
    {"fork fork1 forkall rfork", {{"fork", "", NULL}, {"clone", "", "(arg0 & 0x14000) == 0"},
				  {"clone3", "", NEW_FORK}}},
    {"forksys", {{"fork", "", NULL}, {"vfork", "", NULL}, {"clone", "", PROCESS},
		 {"clone3", "", NEW_PROCESS}}}, // of illumos: fork and vfork
    {"vfork", {{"vfork", "", NULL}, {"clone", "", "(arg0 & 0x14000) == 0x4000"},
	       {"clone3", "", NEW_VFORK}}},
    {"lwp_create thr_create thr_new bsdthread_create", {{"clone", "", THREAD}, {"clone3", "", NEW_THREAD}}},
    {"rexit exit sys_exit", {{"exit_group", "0", NULL}}},
    {"lwp_exit thr_exit", {{"exit", "0", NULL}}},
    {"wait waitsys", {{"wait4", "0123", NULL}, {"waitid", "0123", NULL}, {"waitpid", "012", NULL}}},
    {"accept", {{"accept", "012", NULL}, {"accept4", "012", NULL}}},
    {"so_socket", {{"socket", "012", NULL}}},
    {"recv", {{"recvfrom", "0123", NULL}}},
    {"send", {{"sendto", "0123", NULL}}},
    {"sigaction", {{"rt_sigaction", "012", NULL}, {"sigaction", "012", NULL}}},
    {"sigprocmask lwp_sigmask", {{"rt_sigprocmask", "012", NULL}, {"sigprocmask", "012", NULL}}},
    {"sigsuspend", {{"rt_sigsuspend", "0", NULL}}},
    {"sigpending", {{"rt_sigpending", "0", NULL}}},
    {"nanosleep", {{"nanosleep", "01", NULL}, {"clock_nanosleep", "23", NULL}}},
    {"gtime", {{"time", "0", NULL}, {"gettimeofday", "", NULL}}},
    {"yield thr_yield", {{"sched_yield", "", NULL}}},
    {"lwp_self thr_self", {{"gettid", "", NULL}}},
    {"lwp_kill thr_kill", {{"tgkill", "12", NULL}, {"tkill", "01", NULL}}},
    {"systeminfo", {{"uname", "", NULL}}},
    // clang-format on
};

/** Reports whether the pattern matches one of the words. */
static bool matches_word(const char *words, const char *pattern)
{
	char word[32];

	for (const char *p = words; *p; p += strspn(p, " ")) {
		size_t len = strcspn(p, " ");

		snprintf(word, sizeof(word), "%.*s", (int)len, p);
		if (dt_glob_match(pattern, word))
			return true;
		p += len;
	}
	return false;
}

const struct dt_classic_family *dt_classic_next(const struct dt_classic_family *f,
						const char *pattern)
{
	if (!*pattern || !strcmp(pattern, "*"))
		return NULL;
	for (f = f ? f + 1 : families; f < families + dt_array_len(families); f++)
		if (matches_word(f->names, pattern))
			return f;
	return NULL;
}

const struct dt_classic_family *dt_classic_moved(const char *call, unsigned *ret)
{
	for (size_t i = 0; i < dt_array_len(families); i++)
		for (const struct dt_classic_call *c = families[i].calls; c->name; c++)
			if (!strcmp(c->name, call) && c->args[0] > '0' && c->args[0] <= '9') {
				*ret = (unsigned)(c->args[0] - '0');
				return &families[i];
			}
	return NULL;
}
