/* flags: -q -c $WORKLOAD */
/* engine: in the kernel, as its probes */
/*
 * One printa() of aggregations whose keys come from different expressions: strings of any length, parts of
 * the probe's name, stacks of different depths. Equal keys are one row.
 */
syscall::getppid:entry
/pid == $target/
{
	@entry[probefunc] = count();
	@literal["getppid"] = sum(2);
	@long[strjoin("get", "ppid"), 1] = sum(3);
	@short[probename == "entry" ? "getppid" : "x", 1] = sum(4);
	@deep[execname, stack(4)] = count();
	@flat[stringof(curthread->comm), stack(4)] = count();
	@flat["other", stack(1)] = count();
}

syscall::getppid:return
/pid == $target/
{
	@return[probefunc] = count();
	@return[probename] = count();
}

END
{
	printa("%s %@d %@d %@d\n", @entry, @literal, @return);
	printa("%s %d %@d %@d\n", @long, @short);
	if (1) {
		printa("%s %@d %@d\n", @deep, @flat);
	}
}
/* output:
return 0 0 5
getppid 5 10 5
getppid 1 15 20
other 0 5
printa_forms 5 5

*/
