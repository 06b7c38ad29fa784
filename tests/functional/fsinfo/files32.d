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
