/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* Origins: lists of descriptions, conditions, several with different arguments; arguments in the
   order of the declaration or another, translated, as args[] and as they are. */
#pragma D option defaultargs

typedef struct call { string name; int number; } call_t;
translator call_t < int FD > {
	name = FD < 0 ? strjoin("fd ", lltostr(FD)) : "fd";
	number = FD < 0 ? -FD : 0;
};

provider call {
	probe failed(int error, int fd) : (int fd, int error) =
	    syscall::close:return, syscall::read:return /errno != 0 && pid == $target/
		{ errno, self->fd };
	probe done(long result, string *no) : (long result) =
	    syscall::read:return /!errno && pid == $target/ { arg1, 0 };
	probe begun(int fd) : (call_t *fd, int fd) =
	    syscall::close:entry /pid == $target/ { arg0 },
	    syscall::read:entry /pid == $target && arg2 == 8/ { (int)arg0 };

	syscall::close:entry, syscall::read:entry { self->fd = arg0; }
};

call:::begun
/(int)arg0 < 0/
{
	printf("%s begun: %d, %s %d\n", probename, args[1], args[0]->name, args[0]->number);
}

call:::failed
{
	printf("%s:%s:%s:%s %d %d, %d %d %d\n", probeprov, probemod, probefunc, probename, args[0],
	    args[1], arg0, (int)arg1, arg2);
}

call:::done
/args[0] == 5/
{
	printf("%s %d %d\n", probename, args[0], arg0);
}
/* output:
begun begun: -1, fd -1 1
call:vmlinux::failed -1 9, 9 -1 0
begun begun: -7, fd -7 7
call:vmlinux::failed -7 9, 9 -7 0
begun begun: -1, fd -1 1
call:vmlinux::failed -1 9, 9 -1 0
done 5 5

*/
