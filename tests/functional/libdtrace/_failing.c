/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * _failing FIRST LAST STEP [verbose]: for N = FIRST, FIRST + STEP … LAST, a child uses a session
 * while system call number N of it, its threads and its children fails. The child must end in time,
 * report success or an error with a message, and leave neither descriptors nor threads; a sanitizer
 * finds the rest. The calls between dtrace_open() and dtrace_close() count.
 *
 * A seccomp filter stops the calls, and this process decides about each (seccomp_unotify(2)).
 */
#include <dtrace/dtrace.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	CALLS = 10,
	LISTENER = 99,	    // the descriptor that takes the listener to this process
	BEGIN = 0x5eed0001, // the first argument of getpriority() marks the counted calls
	END,
	LIMIT_MS = 120000, // without a call of the child
	HUNG = 1000,
};

// ---- the session

__attribute__((noinline)) long make_call(void)
{
	return syscall(SYS_getppid) + 1;
}

static struct dtrace_error *trace(struct dtrace *d, int out)
{
	struct dtrace_aggregation *a = NULL;
	enum dtrace_work state = DTRACE_WORK_OKAY;
	struct dtrace_error *err;

	if ((err = dtrace_set_output(d, out)) || (err = dtrace_setopt(d, "quiet", NULL)) ||
	    (err = dtrace_grab(d, getpid())) ||
	    (err = dtrace_add(d, DTRACE_TEXT_NAME,
			      "BEGIN { printf(\"%d %s\", curthread->pid, execname); }"
			      "syscall::getppid:entry /pid == $target/ { @[ustack(4)] = count(); }"
			      "pid$target:a.out:make_call:return { trace(arg1); n++; }"
			      "profile-97 /pid == $target/ { @s[stack(3)] = count(); }"
			      "tick-20ms { printa(@); exit(0); } END { system(\"true\"); }")) ||
	    (err = dtrace_setopt(d, "destructive", NULL)) || (err = dtrace_check(d)) ||
	    (err = dtrace_go(d)))
		return err;
	for (int i = 0; i < CALLS; i++)
		make_call();
	while (state == DTRACE_WORK_OKAY)
		state = dtrace_work(d, &err);
	if (!err && !(err = dtrace_aggregation_read(d, "s", false, &a)))
		dtrace_aggregation_free(a);
	if (!err)
		err = dtrace_stop(d, false);
	return err;
}

/** Counts the entries of a directory, except descriptors of the programs that the library keeps. */
static int count_entries(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *e;
	char target[256];
	int n = 0;

	while ((e = readdir(dir))) {
		ssize_t len = readlinkat(dirfd(dir), e->d_name, target, sizeof(target) - 1);

		target[len > 0 ? len : 0] = '\0';
		n += strcmp(target, "anon_inode:bpf-prog") != 0;
	}
	closedir(dir);
	return n;
}

static int use_session(void)
{
	int files = count_entries("/proc/self/fd");
	int out = open("/dev/null", O_WRONLY);
	struct dtrace_error *err;
	struct dtrace *d = NULL;
	int status = 0;

	syscall(SYS_getpriority, BEGIN, 0);
	err = dtrace_open(&d);
	if (!err)
		err = trace(d, out);
	dtrace_close(d);
	syscall(SYS_getpriority, END, 0);
	close(out);
	if (err && !*dtrace_error_message(err)) {
		fprintf(stderr, "an error without a message\n");
		status = 1;
	} else if (err) {
		fprintf(stderr, "error: %s\n", dtrace_error_message(err));
	}
	dtrace_error_free(err);
	// The thread that queries processes stays.
	for (int i = 0; i < 100 && count_entries("/proc/self/task") > 4; i++)
		usleep(10000);
	if (count_entries("/proc/self/fd") != files || count_entries("/proc/self/task") > 4) {
		fprintf(stderr, "%d descriptors instead of %d, %d threads\n",
			count_entries("/proc/self/fd"), files,
			count_entries("/proc/self/task") - 2);
		system("ls -l /proc/$PPID/fd >&2");
		status = 1;
	}
	return status;
}

// ---- the filter

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ALLOW_CALL(nr) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/** Calls that do not fail. */
static const struct sock_filter filter[] = {
    LOAD(nr),
    // The kernel has no error for them.
    ALLOW_CALL(SYS_exit),
    ALLOW_CALL(SYS_exit_group),
    ALLOW_CALL(SYS_rt_sigreturn),
    ALLOW_CALL(SYS_restart_syscall),
    ALLOW_CALL(SYS_getpid),
    ALLOW_CALL(SYS_gettid),
    ALLOW_CALL(SYS_getppid),
    ALLOW_CALL(SYS_geteuid),
    ALLOW_CALL(SYS_getuid),
    ALLOW_CALL(SYS_sched_yield),
    ALLOW_CALL(SYS_set_tid_address),
    ALLOW_CALL(SYS_rt_sigprocmask), // of valid arguments
    ALLOW_CALL(SYS_sigaltstack),
    ALLOW_CALL(SYS_set_robust_list),
    ALLOW_CALL(SYS_rseq),
#ifdef SYS_arch_prctl
    ALLOW_CALL(SYS_arch_prctl),
#endif
#ifdef __SANITIZE_ADDRESS__
    ALLOW_CALL(SYS_sched_getaffinity), // AddressSanitizer's; it ends a process where this fails
#endif
    ALLOW_CALL(SYS_close),  // closes even if it reports an error
    ALLOW_CALL(SYS_munmap), // of whole mappings
    ALLOW_CALL(SYS_futex),  // of a valid address
    // The allocator of the C library and the sanitizer: without memory, the library aborts.
    ALLOW_CALL(SYS_brk),
    ALLOW_CALL(SYS_mprotect),
    ALLOW_CALL(SYS_madvise),
    ALLOW_CALL(SYS_mremap),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 3),
    LOAD(args[3]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 5),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    // The message that takes the listener.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmsg, 0, 3),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LISTENER, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
};

/** An error that the call may have. */
static int plausible_error(int nr)
{
	static const struct {
		int nr, error;
	} errors[] = {
	    {SYS_openat, EMFILE}, {SYS_bpf, EPERM},	{SYS_perf_event_open, EACCES},
	    {SYS_clone, EAGAIN},  {SYS_clone3, EAGAIN}, {SYS_wait4, EINTR},
	    {SYS_waitid, EINTR},  {SYS_ppoll, EINTR},	{SYS_read, EIO},
#ifdef SYS_poll
	    {SYS_poll, EINTR},
#endif
	    {SYS_pread64, EIO},	  {SYS_write, ENOSPC},	{SYS_clock_nanosleep, EINTR},
	};

	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++)
		if (errors[i].nr == nr)
			return errors[i].error;
	return ENOMEM;
}

/** A message with room for a descriptor. */
struct parcel {
	struct msghdr message;
	struct iovec data;
	char byte;
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(int))];
};

static void init_parcel(struct parcel *p)
{
	*p = (struct parcel){.data = {&p->byte, 1}};
	p->message.msg_iov = &p->data;
	p->message.msg_iovlen = 1;
	p->message.msg_control = p->control;
	p->message.msg_controllen = sizeof(p->control);
}

static int run_child(int socket)
{
	struct sock_fprog program = {sizeof(filter) / sizeof(*filter),
				     (struct sock_filter *)(uintptr_t)filter};
	struct cmsghdr *header;
	struct parcel p;
	int listener;

	setpgid(0, 0);
	dup2(socket, LISTENER);
	close(socket);
	init_parcel(&p);
	header = CMSG_FIRSTHDR(&p.message);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(int));
	listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
				SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
	memcpy(CMSG_DATA(header), &listener, sizeof(listener));
	if (listener < 0 || sendmsg(LISTENER, &p.message, 0) != 1)
		_exit(77);
	close(listener);
	close(LISTENER);
	return use_session();
}

static int receive_listener(int socket)
{
	struct parcel p;
	int ret;

	init_parcel(&p);
	if (recvmsg(socket, &p.message, MSG_CMSG_CLOEXEC) != 1 || !CMSG_FIRSTHDR(&p.message))
		return -1;
	memcpy(&ret, CMSG_DATA(CMSG_FIRSTHDR(&p.message)), sizeof(ret));
	return ret;
}

/** The calls of a child. */
struct run {
	int fails, n; // number of the call that fails; of those so far
	int failed;   // the call; -1: none yet
	bool is_counted;
};

static void decide(struct run *r, const struct seccomp_notif *call,
		   struct seccomp_notif_resp *answer)
{
	*answer =
	    (struct seccomp_notif_resp){.id = call->id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
	if (call->data.nr == SYS_getpriority && (uint32_t)call->data.args[0] == BEGIN)
		r->is_counted = true;
	else if (call->data.nr == SYS_getpriority && (uint32_t)call->data.args[0] == END)
		r->is_counted = false;
	else if (r->is_counted && ++r->n == r->fails) {
		r->failed = call->data.nr;
		answer->flags = 0;
		answer->error = -plausible_error(call->data.nr);
	}
}

/** Answers the child's calls until it ends. Returns its status. */
static int supervise(pid_t child, int listener, struct run *r)
{
	struct pollfd p = {.fd = listener, .events = POLLIN};
	int status, waited = 0;

	for (;;) {
		struct seccomp_notif call = {0};
		struct seccomp_notif_resp answer;

		if (poll(&p, 1, 20) > 0 && p.revents & POLLIN) {
			waited = 0;
			if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call))
				continue;
			decide(r, &call, &answer);
			ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
			continue;
		}
		if (waitpid(child, &status, WNOHANG) == child)
			return status;
		if (p.revents & POLLHUP)
			usleep(1000);
		if ((waited += 20) > LIMIT_MS)
			kill(-child, SIGKILL);
		if (waited > LIMIT_MS)
			return waitpid(child, &status, 0), HUNG;
	}
}

/** Returns false if the child does not end well. */
static bool run(struct run *r, bool is_verbose)
{
	char log[] = "/tmp/failing.XXXXXX", text[4000] = "";
	int pair[2], status, listener, fd = mkstemp(log);
	pid_t child;

	unlink(log);
	socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
	child = fork();
	if (!child) {
		dup2(fd, STDERR_FILENO);
		dup2(fd, STDOUT_FILENO);
		exit(run_child(pair[1]));
	}
	close(pair[1]);
	listener = receive_listener(pair[0]);
	close(pair[0]);
	status = supervise(child, listener, r);
	close(listener);
	if (pread(fd, text, sizeof(text) - 1, 0) < 0)
		text[0] = '\0';
	close(fd);
	if (status)
		printf("call %d, number %d of the system: status %#x%s\n%s\n", r->fails, r->failed,
		       (unsigned)status, status == HUNG ? ": it hangs" : "", text);
	else if (is_verbose)
		printf("call %d, number %d of the system: %s", r->fails, r->failed,
		       *text ? text : "no error\n");
	return !status;
}

int main(int argc, char **argv)
{
	int wrong = 0;

	setvbuf(stdout, NULL, _IONBF, 0);
	for (int i = atoi(argv[1]); i <= atoi(argv[2]); i += atoi(argv[3])) {
		struct run r = {.fails = i, .failed = -1};

		wrong += !run(&r, argc > 4);
		if (r.failed < 0)
			break; // the session makes fewer calls
	}
	puts(wrong ? "wrong" : "fine");
	return 0;
}
