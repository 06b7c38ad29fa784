/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: 32-bit */
/* flags: -q -x aggsortkey -c $WORKLOADS/files.32 */
/* A call of the 32-bit ABI has its descriptor in another register. */
fsinfo:::read, fsinfo:::write, fsinfo:::fsync, fsinfo:::space, fsinfo:::map
/pid == $target && args[0]->fi_name == "data"/
{
	@[probename, args[1], args[2]] = count();
}

END
{
	printa("%s %d %d: %@d\n", @);
}
/* output:
fsync 0 0: 2
map 0 0: 1
map 0 22: 1
read 100 0: 4
space 0 0: 1
write 100 0: 4

*/
