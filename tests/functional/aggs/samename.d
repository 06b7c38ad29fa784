/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* engine: in the kernel, as its probes */
/* A function that is called as its program: the parts of a probe's name are keys each for itself. */
pid$target:a.out:other:entry, pid$target:a.out:samename:entry
{
	@function[probefunc] = count();
	@module[probemod] = count();
}
/* output:

  samename                                                          1
  other                                                             2
  samename                                                          3
*/
