/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -qw -c $WORKLOAD */
/* engine: in the kernel, as its probes */
uint64_t v, t;
int n;

syscall::chroot:entry
/pid == $target/
{
	this->v = vtimestamp - v;
	this->t = timestamp - t;
	printf("%d: %s\n", n, n == 0 ? "first" :
	    n == 1 ? (this->t >= 300000000 && this->v < 200000000 ? "asleep" : "not asleep") :
	    n == 2 ? (this->v >= 150000000 && this->v <= this->t ? "busy" : "not busy") :
	    this->t >= 400000000 && this->v < 300000000 ? "in a probe" : "not in a probe");
	v = vtimestamp;
	t = timestamp;
	n++;
}

syscall::chroot:entry
/pid == $target && n == 3/
{
	chill(400000000);
}
/* output:
0: first
1: asleep
2: busy
3: in a probe

*/
