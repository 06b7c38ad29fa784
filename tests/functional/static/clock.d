/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOADS/order */
/* An argument may be the time, where a clause neither records nor names it itself. */
provider timed {
	syscall::getppid:entry { self->begun = timestamp; }

	probe took(uint64_t ns, uint64_t at) =
	    syscall::getppid:return /pid == $target/ { timestamp - self->begun, timestamp };
	probe twice(uint64_t ns) = timed:::took { args[0] * 2 };
};

timed:::took { ns = args[0]; at = args[1]; }
timed:::twice { doubled = args[0]; }

END
{
	printf("%d %d %d\n", ns > 0 && ns < 10000000000, doubled >= 2 * ns, at > ns);
}
/* output:
1 1 1

*/
