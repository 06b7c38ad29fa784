/* SPDX-License-Identifier: BSD-2-Clause */
/* Ids in predicates, keys of aggregations and of arrays, variables, strings, and with a small strsize. */
/* engine: in the kernel, as its probes */
/* flags: -q -x strsize=20 -c $WORKLOADS/traceid */
syscall::getppid:entry
/pid == $target && traceid != ""/
{
	@seen[traceid, spanid] = count();
	@long[strlen(traceid), strlen(spanid)] = count();
	calls[spanid]++;
	self->span = spanid;
	@self[self->span == spanid, calls[spanid] > 0, substr(traceid, 0, 4)] = count();
}

syscall::getppid:entry
/pid == $target && spanid == "02fbf4ede6dfd8d1"/
{
	trace(spanid);
	printf("|%10.4s|%-18s|\n", spanid, spanid);
}
/* output:
02fbf4ede6dfd8d1|      02fb|02fbf4ede6dfd8d1  |
02fbf4ede6dfd8d1|      02fb|02fbf4ede6dfd8d1  |

  a0a1a2a3a4a5a6a7a8a9           99928b847d766f68                             1
  d0d1d2d3d4d5d6d7d8d9           c9c2bbb4ada69f98                             1
  090a0b0c0d0e0f101112           02fbf4ede6dfd8d1                             2
               20               16                4
        1        1  a0a1                                                              1
        1        1  d0d1                                                              1
        1        1  090a                                                              2
*/
