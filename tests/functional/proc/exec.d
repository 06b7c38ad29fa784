/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -c $WORKLOAD */
/* Programs that are executed, and why others are not. */
proc:::exec
/pid == $target/
{
	printf("exec %s\n", args[0] == execargs ? "itself" : args[0]);
}

proc:::exec-failure
/pid == $target/
{
	printf("failure %s\n", args[0] == ENOENT ? "ENOENT" : args[0] == EACCES ? "EACCES" : "wrong");
}

proc:::exec-success
/pid == $target/
{
	printf("success %s %d\n", execname, curpsinfo->pr_argc);
}
/* output:
exec /no/such/program
failure ENOENT
exec /
failure EACCES
exec /no/such/program
failure ENOENT
exec itself
success exec 2

*/
