/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -x aggsortkey -c "dd if=/dev/zero of=/dev/null bs=100 count=4 status=none" */
/* arg1 of fsinfo:::read and write is the number of bytes. */
fsinfo:::read, fsinfo:::write
/execname == "dd" && (args[0]->fi_name == "zero" || args[0]->fi_name == "null")/
{
	@bytes[execname, probename] = sum(arg1);
}

END
{
	printa("%s %s %@d\n", @bytes);
}
/* output:
dd read 400
dd write 400

*/
