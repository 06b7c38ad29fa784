/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggsortkey -c $WORKLOAD */
/* Each operation, with its file, the bytes that it has moved and its error. */
syscall::chdir:return /pid == $target/ { counting = 1; }

fsinfo:::read, fsinfo:::write, fsinfo:::readdir, fsinfo:::ioctl, fsinfo:::fsync, fsinfo:::seek, fsinfo:::space,
fsinfo:::open, fsinfo:::create, fsinfo:::map, fsinfo:::close
/counting && pid == $target/
{
	this->name = args[0]->fi_name;
	@[probename, args[0]->fi_fs == "pipefs" ? "pipe" : this->name == "data" || this->name == "copy" ? this->name :
	    this->name == "<none>" ? "none" : "directory", args[1], args[2]] = count();
}

END
{
	printa("%s %s %d %d: %@d\n", @);
}
/* output:
close copy 0 0: 1
close data 0 0: 1
close directory 0 0: 1
create copy 0 0: 1
create data 0 0: 1
fsync data 0 0: 2
ioctl data 0 25: 1
map data 0 0: 1
map data 0 22: 1
open copy 0 0: 1
open data 0 0: 1
open directory 0 0: 1
open none 0 2: 1
read data 0 9: 1
read data 5 0: 1
read data 6 0: 1
read data 7 0: 1
read data 100 0: 4
read pipe 5 0: 1
readdir directory 0 0: 1
readdir directory 96 0: 1
seek data 0 0: 1
space data 0 0: 1
write copy 5 0: 1
write copy 6 0: 1
write copy 7 0: 1
write data 100 0: 4
write none 0 9: 1
write pipe 5 0: 1

*/
