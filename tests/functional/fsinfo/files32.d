/* SPDX-License-Identifier: BSD-2-Clause */
/* needs: 32-bit */
/* flags: -q -x aggsortkey -c $WORKLOADS/files.32 */
/* A call of the 32-bit ABI has its descriptor in another register. */
fsinfo:::read, fsinfo:::write, fsinfo:::fsync, fsinfo:::space, fsinfo:::map
/pid == $target && (args[0]->fi_name == "data" || args[0]->fi_name == "copy")/
{
	@[args[0]->fi_name, probename, args[1], args[2]] = count();
}

END
{
	printa("%s %s %d %d: %@d\n", @);
}
/* output:
copy write 5 0: 1
copy write 6 0: 1
copy write 7 0: 1
data fsync 0 0: 2
data map 0 0: 1
data map 0 22: 1
data read 0 9: 1
data read 5 0: 1
data read 6 0: 1
data read 7 0: 1
data read 100 0: 4
data space 0 0: 1
data write 100 0: 4

*/
