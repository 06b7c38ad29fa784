/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggsortkey -c $WORKLOAD */
/* Each operation, with its file, the bytes that it has moved and its error. */
syscall::chdir:return /pid == $target/ { counting = 1; }

fsinfo:::read, fsinfo:::write, fsinfo:::readdir, fsinfo:::ioctl, fsinfo:::fsync, fsinfo:::seek, fsinfo:::space,
fsinfo:::open, fsinfo:::create, fsinfo:::map, fsinfo:::close
/counting && pid == $target/
{
	@[probename, args[0]->fi_name == "data" ? "data" : args[0]->fi_name == "<none>" ? "none" : "directory", args[1], args[2]] = count();
}

END
{
	printa("%s %s %d %d: %@d\n", @);
}
